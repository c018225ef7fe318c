import { roleNames } from '#features/access/roles/contract.ts'
import type { CsvColumn } from '#kit/server/list/csv.ts'
import type { User } from '../contract.ts'
import { pageTexts } from '../texts.ts'

const names: Readonly<Record<string, string>> = roleNames

/** Columns of the list of users as CSV. */
export const userColumns: readonly CsvColumn<User>[] = [
  { heading: 'Name', cell: (user) => user.fullName },
  { heading: 'E-mail', cell: (user) => user.username },
  { heading: 'State', cell: (user) => pageTexts.stateWords[user.userState] },
  {
    heading: 'Roles',
    cell: ({ roles }) =>
      roles.map(({ role, account }) => `${names[role] ?? role}${account ? ` (${account})` : ''}`).join('; '),
  },
  { heading: 'Second factor', cell: ({ mfa }) => (mfa === undefined ? '' : mfa ? 'yes' : 'no') },
  { heading: 'Identity provider', cell: (user) => user.provider ?? '' },
  { heading: 'Last sign-in', cell: (user) => user.lastLogin ?? '' },
  { heading: 'Created', cell: (user) => user.created ?? '' },
]

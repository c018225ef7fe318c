import { everyVendorRole } from '#features/access/roles/contract.ts'
import { readUserDetails, readUsers } from '#features/users/managed-users/contract.ts'
import { texts } from '#kit/contract/texts.ts'
import { IconUserCog } from '#kit/web/icons/icons.generated.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { accountUserPath, accountUsersPath, userPath, usersPath } from '../paths.ts'

const { text: label } = texts('user-pages', {
  users: 'Users',
  user: 'User',
  rail: {
    users: 'Users',
  },
})

export { userActions, usersActions } from './places.ts'

const staff = { only: everyVendorRole.map(({ role }) => role) }

/** Users: the list, of all accounts or of one, and the page of each. */
export const userManagementWeb: FeatureWeb = {
  name: 'user-management',
  pages: [
    {
      path: usersPath,
      label: () => label('users'),
      guard: staff,
      load: async () => ({ Page: (await import('./users-page.tsx')).UsersPage }),
    },
    {
      path: userPath,
      label: () => label('user'),
      guard: staff,
      load: async () => ({ Page: (await import('./user-page.tsx')).UserPage }),
    },
    {
      path: accountUsersPath,
      label: () => label('users'),
      guard: { only: [readUsers] },
      load: async () => ({ Page: (await import('./users-page.tsx')).UsersPage }),
    },
    {
      path: accountUserPath,
      label: () => label('user'),
      guard: { only: [readUserDetails] },
      load: async () => ({ Page: (await import('./user-page.tsx')).UserPage }),
    },
  ],
  rail: [
    {
      id: 'users',
      section: 'administration',
      order: 2,
      label: () => label('rail.users'),
      icon: IconUserCog,
      guard: staff,
      to: () => usersPath(),
    },
    {
      id: 'account-users',
      section: 'account',
      order: 1,
      label: () => label('rail.users'),
      icon: IconUserCog,
      guard: { only: [readUsers] },
      to: (account) => account && accountUsersPath({ account }),
    },
  ],
}

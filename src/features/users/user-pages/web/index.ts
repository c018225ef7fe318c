import { everyVendorRole } from '#features/access/roles/contract.ts'
import { readUserDetails, readUsers } from '#features/users/managed-users/contract.ts'
import { texts } from '#kit/contract/texts.ts'
import { IconUserCog } from '#kit/web/icons/icons.generated.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { accountPath } from '#kit/web/who/account.tsx'

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
      path: '/admin/users',
      label: () => label('users'),
      guard: staff,
      load: async () => ({ Page: (await import('./users-page.tsx')).UsersPage }),
    },
    {
      path: '/admin/users/$userId',
      label: () => label('user'),
      guard: staff,
      load: async () => ({ Page: (await import('./user-page.tsx')).UserPage }),
    },
    {
      path: '/$account/$accountId/users',
      label: () => label('users'),
      guard: { only: [readUsers] },
      load: async () => ({ Page: (await import('./users-page.tsx')).UsersPage }),
    },
    {
      path: '/$account/$accountId/users/$userId',
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
      to: () => '/admin/users',
    },
    {
      id: 'account-users',
      section: 'account',
      order: 1,
      label: () => label('rail.users'),
      icon: IconUserCog,
      guard: { only: [readUsers] },
      to: (account) => account && `${accountPath(account)}/users`,
    },
  ],
}

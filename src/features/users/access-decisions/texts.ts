import { texts } from '#kit/contract/texts.ts'

/** The texts of access decisions. */
export const { useText, text } = texts('access-decisions', {
  title: 'Why access was denied to {name}',
  who: 'User',
  when: 'When',
  call: 'Request',
  shownError: 'Error shown',
  right: 'Missing permission',
  where: 'Account',
  everywhere: 'no specific account',
  roles: 'Their roles',
  noRole: 'none',
  check: {
    'no-role': 'None of their roles has this permission.',
    'other-account': 'They have a role with this permission, but in another account.',
    'view-only': 'Their account is view-only, so their role can only read.',
    'not-assigned':
      'Their role has this permission in accounts assigned to them. This account is not assigned to them.',
    'token-narrowed': 'They have the permission, but the API token was limited to other permissions.',
    'not-a-right': 'The rejection did not depend on a role. The error shown explains it.',
  },
  now: 'Still denied.',
  nowAllowed: 'Allowed now.',
  remedies: 'Roles that would allow it',
  remediesNote: 'the role with the fewest other permissions first',
  in: '{role} in {account}',
  all: '{role}',
  assign: '{role}, with the account assigned to them',
  permissionCount_one: '{count} permission in total',
  permissionCount_other: '{count} permissions in total',
  mayGive: 'you can assign it',
  mayNotGive: 'ask a portal administrator',
  none: 'None of their possible roles has this permission: it is for the other side only.',
  open: 'Open roles',
})

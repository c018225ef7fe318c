import { texts } from '#kit/contract/texts.ts'

/** The texts of role assignment. */
export const { useText, text } = texts('role-grants', {
  matrix: {
    title: 'Roles by account',
    note: 'click a cell, or use the arrow keys and Space',
    staff: 'Staff roles',
    staffNote: 'apply to all accounts',
    account: 'Account',
    add: 'Account',
    addLabel: 'Add an account',
    allows: 'Permissions',
    nowhere: 'No roles in any account.',
    none: 'no access',
    cell: '{role} in {account}',
    staffCell: '{role}',
    changed: 'changed',
    'new': 'new',
    gone: 'removed',
    changes_one: '{count} change.',
    changes_other: '{count} changes.',
    live: 'Takes effect immediately: pages that {name} has open update automatically. If a page still shows the old permissions, {name} must sign in again.',
    discard: 'Discard',
    save: 'Save roles',
    saved: 'User roles updated',
    external: 'These roles are set by the identity provider at each sign-in. Change them there.',
    again: 'Sign in again first',
    againText:
      'To assign the administrator role, you must have signed in within the last ten minutes. Sign in again and return to this page.',
    againAction: 'Sign in again',
  },
  short: {
    MANAGER: 'Manager',
    USER: 'User',
    FIELDTECH: 'Technician',
    CUST_CONTRACTOR: 'Contractor',
  },
  allows: {
    MANAGER: 'Users, subscription, all cases',
    USER: 'Cases, software, calendar, chat',
    FIELDTECH: 'Sonar and outages',
    CUST_CONTRACTOR: 'Own cases, calendar',
  },
  notice: {
    title: 'Your roles changed',
    given: 'Added: {roles}',
    taken: 'Removed: {roles}',
    by: 'by {name}',
  },
})

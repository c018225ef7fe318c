import { texts } from '#kit/contract/texts.ts'

/** The texts of the pages, some of which the server writes too. */
export const pageTexts = {
  notYet: {
    unchanged: 'Nothing has changed yet.',
    wrong: 'Correct the days first.',
    successor: 'Choose who gets them first.',
  },
  mail: {
    marked: {
      subject: 'Do you still need your access to {portal}?',
      text: 'Hello {name}, you have not signed in to {portal}, the {vendor} customer portal, for a long time, so your access is a candidate for deletion. Sign in once to keep it.',
    },
    markedUntil: {
      subject: 'Do you still need your access to {portal}?',
      text: 'Hello {name}, you have not signed in to {portal}, the {vendor} customer portal, for a long time, so your access will be deleted in {days} days. Sign in once before then to keep it.',
    },
    approved: {
      subject: 'Your access to {portal} will be deleted',
      text: 'Hello {name}, your access to {portal}, the {vendor} customer portal, and your personal data will be deleted tonight. Your comments in cases remain without your name. If this is a mistake, contact {vendor} today.',
    },
  },
  title: 'User deletion',
  note: 'marked, approved and erased in the nightly run',
  settings: {
    title: 'When users are deleted',
    note: 'checked every night',
    daysSinceLastLogin: 'Days since the last sign-in',
    daysSinceCreation: 'Days since the user was created',
    autoApprove: 'Approve automatically',
    daysAfterCandidate: 'Days after becoming a candidate',
    days: 'days',
    wrong: 'Enter a whole number of days, 1 to {most}',
    save: 'Save settings',
    saved: 'Changes successfully saved',
    both: 'A user becomes a candidate when both periods have passed. Administrators never become candidates. Users who sign in are kept.',
  },
  preview: {
    title: 'Next nightly run',
    marked_one: '{count} user would become a candidate',
    marked_other: '{count} users would become candidates',
    approved_one: '{count} candidate would be approved automatically',
    approved_other: '{count} candidates would be approved automatically',
    erased_one: '{count} approved user will be erased',
    erased_other: '{count} approved users will be erased',
    nobody: 'No users affected.',
    more: 'and {count} more',
    never: 'never signed in',
    last: 'last sign-in {age}',
  },
  list: {
    candidates: 'Candidates',
    approved: 'Approved for deletion',
    none: 'No users.',
    since: 'since {date}',
    approve: 'Approve',
    keep: 'Keep',
    approvedNow: 'User approved for deletion',
    kept: '{name} is kept',
    all: 'Show all in the list',
    open: 'Open {name}',
  },
  ownedItems: {
    title: 'Owned items',
    assigned_one: '{count} open case assigned to them',
    assigned_other: '{count} open cases assigned to them',
    reported_one: '{count} open case they reported',
    reported_other: '{count} open cases they reported',
    watched_one: '{count} case they watch',
    watched_other: '{count} cases they watch',
    tokens_one: '{count} API token',
    tokens_other: '{count} API tokens',
    machineAccess_one: '{count} access of a machine that they answer for',
    machineAccess_other: '{count} accesses of machines that they answer for',
    accounts_one: '{count} account that they manage as CSM',
    accounts_other: '{count} accounts that they manage as CSM',
    nothing: 'No owned items.',
    give: 'Transfer',
    to: 'New owner',
    search: 'Name or e-mail',
    done: 'Transferred: {cases} cases, {watches} watches, {accounts} accounts, {machineAccess} accesses of machines',
  },
}

/** The texts of the deletion of users. */
export const { useText, text } = texts('user-deletion', pageTexts)

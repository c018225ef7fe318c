import { texts } from '#kit/contract/texts.ts'

/** The texts of the pages, some of which the server writes too. */
export const pageTexts = {
  queue: {
    note: 'users who request to join an account',
    list: 'Join requests',
    empty: 'No join requests',
    emptyText: 'Requests of users who sign up or have no account yet appear here.',
    approve: 'Approve',
    reject: 'Reject',
    approved: '{name} is now a user of {account}',
    rejected: 'The request of {name} was rejected',
    asks: 'requests to join {account}',
    mixedScripts: 'This address has letters of several alphabets. Compare it letter by letter with the one you expect.',
    lately: 'Recently decided',
    by: 'by {name}',
    itself: 'automatically',
    rejectTitle: 'Reject {name}',
    rejectText: 'They get the reason by mail.',
    reason: 'Reason',
    next: 'Next request',
    previous: 'Previous request',
    approveKey: 'Approve the request',
    ask: 'Approve the request of {name}?',
    askText: 'They become a user of {account} at once and get a mail.',
    rejectKey: 'Reject the request',
    count_one: '{count} pending request',
    count_other: '{count} pending requests',
  },
  ask: {
    title: 'Request to join',
    text: 'These accounts allow addresses of your domain.',
    none: 'No account allows addresses of your domain. Ask a manager of your account to allow it, or to invite you.',
    search: 'Find an account',
    ask: 'Request to join',
    asked: 'Request sent',
  },
}

/** The texts of join requests. */
export const { useText, text } = texts('join-requests', pageTexts)

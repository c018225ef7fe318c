import { problems } from '#kit/contract/problem.ts'

export const ticketProblems = problems({
  'account-token-invalid': {
    status: 401,
    text: 'The token is missing, unknown or revoked. Create one on the page of the account.',
  },
  'account-token-without-maker': {
    status: 403,
    text: 'The user who answers for this token no longer manages tokens of the account. A manager of the account creates a new token, or the vendor hands this one over to them.',
  },
  'account-token-lacks-right': {
    status: 403,
    text: 'The token has no right to {right}. Create another one on the page of the account.',
  },
  'account-token-not-found': { status: 404, text: 'This token was not found. It may have been revoked already.' },
  'account-token-limit-reached': { status: 409, text: '{account} has {most} tokens. Revoke one first.' },
  'ticket-already-exists': {
    status: 409,
    text: 'Ticket {key} has the external id {externalId} and was created from other attributes.',
  },
  'ticket-id-in-use': { status: 409, text: 'Ticket {key} has the external id {externalId} already.' },
  'ticket-status-not-allowed': { status: 409, text: 'A ticket with the status {status} cannot be set to {wanted}.' },
  'ticket-subscription-not-found': { status: 404, text: 'There is no subscription with this id.' },
  'ticket-subscription-exists': { status: 409, text: 'This token notifies {callback} already.' },
  'ticket-subscription-limit-reached': { status: 409, text: 'The account has {most} subscriptions. Delete one first.' },
})

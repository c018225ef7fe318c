import { problems } from '#kit/contract/problem.ts'
import en from '../messages/problems.en.json' with { type: 'json' }

export const ticketProblems = problems(en, {
  'account-token-invalid': 401,
  'account-token-without-maker': 403,
  'account-token-lacks-right': 403,
  'account-token-not-found': 404,
  'account-token-limit-reached': 409,
  'ticket-already-exists': 409,
  'ticket-id-in-use': 409,
  'ticket-status-not-allowed': 409,
  'ticket-subscription-not-found': 404,
  'ticket-subscription-exists': 409,
  'ticket-subscription-limit-reached': 409,
})

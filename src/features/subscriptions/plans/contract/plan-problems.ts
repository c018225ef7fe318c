import { problems } from '#kit/contract/problem.ts'

export const planProblems = problems({
  'plan-not-found': { status: 404, text: 'This plan was not found.' },
  'service-not-found': { status: 404, text: 'This service was not found.' },
  'plan-name-taken': {
    status: 409,
    text: 'The name is the same as that of the plan {other}, or too similar. Enter another name.',
  },
  'service-name-taken': {
    status: 409,
    text: 'The service {other} has the same name. Enter another category or subcategory.',
  },
  'plan-in-use': {
    status: 409,
    text: '{count} accounts have the plan {plan}: {accounts}. Give them another plan first.',
  },
  'service-in-use': { status: 409, text: 'The service is held by {holders}. Clear these values first.' },
  'service-type-in-use': {
    status: 409,
    text: 'The value type cannot change while the service is held by {holders}. Preview their conversion, or clear these values first.',
  },
  'service-is-limit': {
    status: 409,
    text: 'The portal enforces this service as a limit. It cannot be deleted, and its value type cannot change.',
  },
  'service-values-in-use': {
    status: 409,
    text: 'The value {value} is held by {holders}. Give them another value first.',
  },
})

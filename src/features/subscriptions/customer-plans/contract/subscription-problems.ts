import { problems } from '#kit/contract/problem.ts'

export const subscriptionProblems = problems({
  'subscription-not-found': { status: 404, text: 'This subscription was not found.' },
})

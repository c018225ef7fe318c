import { problems } from '#kit/contract/problem.ts'

export const analyticsPlanProblems = problems({
  'analytics-plan-account-not-found': { status: 404, text: 'This account was not found.' },
  'analytics-plan-changed': {
    status: 409,
    text: 'The plan of {account} was changed meanwhile. Read the page again and compare before you push.',
  },
  'analytics-system-not-connected': {
    status: 409,
    text: 'No analytics system is connected. The portal keeps what was last pushed.',
  },
})

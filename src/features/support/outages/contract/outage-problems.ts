import { problems } from '#kit/contract/problem.ts'

export const outageProblems = problems({
  'outage-not-found': { status: 404, text: 'The outage {key} was not found, or you do not have permission to see it.' },
  'conversion-running': { status: 409, text: '{key} is being converted to an outage already.' },
  'already-an-outage': { status: 409, text: '{key} is an outage already.' },
  'case-not-convertible': {
    status: 409,
    text: 'Only an open ordinary case on the customer side can be converted. {key} is not one.',
  },
})

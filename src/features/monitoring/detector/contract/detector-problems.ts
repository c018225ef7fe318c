import { problems } from '#kit/contract/problem.ts'

export const detectorProblems = problems({
  'scanner-config-not-found': {
    status: 404,
    text: 'The account {account} has no scanner configuration. Save one first.',
  },
  'scanner-segment-not-found': {
    status: 404,
    text: 'The segment was not found, or you do not have permission to see it.',
  },
  'scanner-not-reached': {
    status: 422,
    text: 'Could not connect to the scanner (check its settings): no deployment of {account} has sent modem counts in the last {minutes} minutes.',
  },
})

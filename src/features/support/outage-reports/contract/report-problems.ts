import { problems } from '#kit/contract/problem.ts'

export const reportProblems = problems({
  'outage-report-not-found': { status: 404, text: 'There is no reason-for-outage report of {key} yet.' },
  'outage-not-over': { status: 409, text: '{key} is not over. The report is written when the outage has an end.' },
  'outage-report-without-draft': { status: 409, text: 'The report of {key} has no saved draft to publish.' },
})

import { caseProblems, readCases } from '#features/support/case-access/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { issues } from './case-address.ts'
import { byKey } from './case-fields.ts'

export const markCaseRead = endpoint({
  tag: 'Cases',
  guard: readCases,
  name: 'markCaseRead',
  method: 'POST',
  url: `${issues}/read`,
  summary: 'Mark the case as read',
  query: byKey,
  problems: [caseProblems['case-not-found']],
})

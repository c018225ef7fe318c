import * as z from 'zod/mini'
import { accountProblems } from '#features/accounts/accounts/contract.ts'
import { caseProblems, createCases, readCases } from '#features/support/case-access/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { changesTo, defineEvent, factsForAccounts } from '#kit/contract/event.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { problems } from '#kit/contract/problem.ts'
import { advanceReturns, returnStates } from './contract/return.ts'
import { FiledReturn, HardwareReturn, ReturnStep } from './contract/rma-shapes.ts'

export { partOf, partOfSerial, parts, serialFits, warrantyEnd } from './contract/parts.ts'
export { returnStates } from './contract/return.ts'
export { ReturnForm } from './contract/return-form.ts'
export { nextReturnState } from './contract/return-states.ts'
export type { FiledReturn, HardwareReturn } from './contract/rma-shapes.ts'
export { advanceReturns }

/** Files stored with a return. */
export const RETURN_FILES = 10
export const returnProblems = problems({
  'return-not-found': { status: 404, text: 'The case {key} has no hardware return.' },
  'return-step-not-allowed': { status: 409, text: 'The return of {key} is {state}. It cannot become {next} now.' },
})
export const returnAdvanced = defineEvent('case.return-advanced', {
  audience: 'account',
  text: 'advanced the hardware return {subject}',
  data: {
    caseId: z.int(),
    changes: changesTo({ returnState: z.enum(returnStates) }),
  },
})

const returns = { tag: 'Hardware returns', guard: readCases } as const
const query = z.strictObject({ issueKey: z.string().check(z.maxLength(64)) })
const noReturn = [caseProblems['case-not-found'], returnProblems['return-not-found']] as const

export const fileReturn = endpoint({
  ...returns,
  guard: createCases,
  name: 'fileReturn',
  method: 'POST',
  url: '/api/plugins/jira/issues/form',
  summary:
    'File a hardware return (RMA): a part request of JSON, then up to ten parts file. A file that fails is named and dropped',
  status: 201,
  query: z.strictObject({ account: z.string().check(z.maxLength(32)) }),
  reply: FiledReturn,
  media: { consumes: 'multipart/form-data', requestPart: true },
  limit: { count: 20, seconds: 60 },
  problems: [accountProblems['account-not-found'], caseProblems['deployment-missing'], kitProblems['upload-malformed']],
})
export const readReturn = endpoint({
  ...returns,
  name: 'readReturn',
  method: 'GET',
  url: '/api/plugins/jira/issues/return',
  summary: 'Read the hardware return of a case with each step',
  query,
  reply: HardwareReturn,
  problems: noReturn,
})
export const advanceReturn = endpoint({
  ...returns,
  guard: advanceReturns,
  name: 'advanceReturn',
  method: 'POST',
  url: '/api/plugins/jira/issues/return',
  summary: 'Approve, ship or receive a hardware return, in this order',
  query,
  body: ReturnStep,
  reply: HardwareReturn,
  problems: [...noReturn, returnProblems['return-step-not-allowed']],
})

factsForAccounts('case', ['returnState'])

import * as z from 'zod/mini'
import { CaseLinkKind, caseProblems, editCases } from '#features/support/case-access/contract.ts'
import { Case } from '#features/support/cases/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { changesTo, defineEvent, factsForAccounts } from '#kit/contract/event.ts'
import { problems } from '#kit/contract/problem.ts'

export const caseLinkProblems = problems({
  'case-link-exists': { status: 409, text: '{key} already has this link to {other}.' },
  'case-link-circle': { status: 409, text: '{key} cannot be linked this way: {other} already leads back to it.' },
  'case-link-not-found': { status: 404, text: 'This link was not found.' },
})

const key = z.string().check(z.minLength(1), z.maxLength(64))
const links = {
  tag: 'Case links',
  guard: editCases,
  url: '/api/plugins/jira/issues/links',
  reply: Case,
} as const

export const linkCases = endpoint({
  ...links,
  name: 'linkCases',
  method: 'POST',
  summary: 'Link a case to another case (vendor staff)',
  query: z.strictObject({ issueKey: key }),
  body: z.strictObject({ kind: CaseLinkKind, key }),
  problems: [
    caseProblems['case-not-found'],
    caseLinkProblems['case-link-exists'],
    caseLinkProblems['case-link-circle'],
  ],
})
export const unlinkCases = endpoint({
  ...links,
  name: 'unlinkCases',
  method: 'DELETE',
  summary: 'Remove a link between two cases (vendor staff)',
  query: z.strictObject({ issueKey: key, kind: CaseLinkKind, key }),
  problems: [caseProblems['case-not-found'], caseLinkProblems['case-link-not-found']],
})

export const caseLinked = defineEvent('case.linked', {
  audience: 'account',
  text: 'linked {subject} to another case',
  data: { caseId: z.int(), changes: changesTo({ link: z.string() }) },
})
export const caseUnlinked = defineEvent('case.unlinked', {
  audience: 'account',
  text: 'removed a link from {subject}',
  data: { caseId: z.int(), changes: changesTo({ link: z.string() }) },
})

factsForAccounts('case', ['link'])

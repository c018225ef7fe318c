import * as z from 'zod/mini'
import { CasePriority, caseProblems, escalateCases } from '#features/support/case-access/contract.ts'
import { Case } from '#features/support/cases/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { line, rndKey, rndProblems, text } from './rnd.ts'

const issues = '/api/plugins/jira/issues'
const escalation = {
  tag: 'R&D issues',
  guard: escalateCases,
  method: 'POST',
  query: z.strictObject({ issueKey: z.string().check(z.maxLength(64)) }),
  reply: Case,
} as const
const notFound = caseProblems['case-not-found']

export const escalateCase = endpoint({
  ...escalation,
  name: 'escalateCase',
  url: `${issues}/rnd/escalate`,
  summary: 'Make an R&D issue of an open case; without a text, with the subject and description of the case',
  body: z.optional(
    z.strictObject({
      projectKey: z.optional(z.string().check(z.maxLength(10))),
      subject: z.optional(line),
      description: z.optional(text(32_767)),
      priority: z.optional(CasePriority),
      /** The first R&D text of the issue. */
      comment: z.optional(text(32_767)),
    }),
  ),
  problems: [
    notFound,
    rndProblems['case-not-open'],
    rndProblems['case-already-escalated'],
    rndProblems['rnd-project-missing'],
  ],
})
export const reEscalateCase = endpoint({
  ...escalation,
  name: 'reEscalateCase',
  url: `${issues}/rnd/re-escalate`,
  summary: 'Escalate a case again: reopens its R&D issue',
  body: z.strictObject({ comment: z.string().check(z.minLength(1), z.maxLength(32_767), z.regex(/\S/)) }),
  problems: [notFound, rndProblems['case-not-open'], rndProblems['escalate-first']],
})
const link = {
  ...escalation,
  body: z.strictObject({ rndKey }),
  problems: [
    notFound,
    rndProblems['case-not-open'],
    rndProblems['case-already-escalated'],
    rndProblems['rnd-issue-not-found'],
  ],
} as const
export const linkCaseToRnd = endpoint({
  ...link,
  name: 'linkCaseToRnd',
  url: `${issues}/rnd/link`,
  summary: 'Link an open case to an R&D issue that exists',
})
export const fireLinkToRnd = endpoint({
  ...link,
  name: 'fireLinkToRnd',
  url: `${issues}/fire/link-to-rnd`,
  summary: 'Link an open case to an R&D issue that exists (same effect as rnd/link)',
})

import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { byKey, description, issues } from './case-fields.ts'
import { caseProblems, moveCases } from './case-rights.ts'
import { Case } from './case-shapes.ts'
import type { CaseAction } from './case-state.ts'

function moveEndpoint<const Action extends CaseAction>(action: Action, summary: string) {
  return endpoint({
    tag: 'Cases',
    guard: moveCases,
    name: `${action}Case`,
    method: 'POST',
    url: `${issues}/fire/${action}`,
    summary,
    query: byKey,
    body: z.optional(z.strictObject({ comment: z.optional(description) })),
    reply: Case,
    problems: [caseProblems['case-not-found'], caseProblems['case-move-not-allowed']],
  })
}
export const activateCase = moveEndpoint('activate', 'Open a new, ended or declined case')
export const resolveCase = moveEndpoint('resolve', 'Resolve an open case')
export const declineCase = moveEndpoint('decline', 'Decline a new or open case')
export const closeCase = moveEndpoint('close', 'Close a resolved or declined case; the reporter, any open one')

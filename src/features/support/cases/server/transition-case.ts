import { type CaseAction, caseProblems, moveCases, nextCaseStatus } from '#features/support/case-access/contract.ts'
import { eventTypeFor, lockedCase } from '#features/support/case-access/server/index.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { type CommandInput, requireVersion } from '#kit/server/serve/request-context.ts'
import { caseMoved, internalCaseEvents, type resolveCase } from '../contract.ts'
import { canTransitionCase } from './case-actions.ts'
import { bumpListVersion } from './case-collection.ts'
import { changedCasePage } from './case-page.ts'
import { writeStatus } from './change-case-status.ts'
import { writeComment } from './write-comment.ts'

const pastOf = { activate: 'activated', resolve: 'resolved', decline: 'declined', close: 'closed' } as const

/**
 * Makes a transition: the row is locked, so of many at once one takes effect and the others are 409. A comment may be
 * part of it.
 */
export async function transitionCase(call: CommandInput<typeof resolveCase>, action: CaseAction) {
  const { tx, session } = call
  const stored = await lockedCase(tx, session, call.query.issueKey)
  if (!canTransitionCase(session, stored, action))
    throwProblem(kitProblems['access-denied'], { permission: moveCases.name })
  requireVersion(call, stored.version)
  const status = nextCaseStatus(stored.status, action, stored.reporterId === session.userId)
  if (status === null)
    throwProblem(caseProblems['case-transition-not-allowed'], { status: stored.status, action: pastOf[action] })
  const text = call.body?.comment?.trim()
  const comment = text ? await writeComment(call, stored, text, { movesOn: false }) : undefined
  const reason = call.body?.reason ?? null
  await writeStatus(tx, stored, { status, reason }, session.userId)
  await bumpListVersion(tx, stored.accountId)
  await call.record(eventTypeFor(stored, caseMoved, internalCaseEvents.moved), {
    account: stored.accountId,
    subject: stored.key,
    data: {
      caseId: stored.id,
      action,
      ...(comment ? { commentId: comment.id, byVendor: comment.byVendor } : {}),
      changes: {
        ...comment?.changes,
        status: [stored.status, status],
        ...(reason ? { issueReason: [null, reason] } : {}),
      },
    },
  })
  return changedCasePage(tx, session, stored.key)
}

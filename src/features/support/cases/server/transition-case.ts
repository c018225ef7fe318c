import { sql } from 'kysely'
import { type CaseAction, caseProblems, moveCases, nextCaseStatus } from '#features/support/case-access/contract.ts'
import { eventTypeFor, lockedCase } from '#features/support/case-access/server/index.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { Tx } from '#kit/server/database.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
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
  const outageEnded = call.body?.outageEnded
  if (outageEnded !== undefined) await requirePossibleEnd(tx, stored.id, outageEnded)
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
      ...(outageEnded === undefined ? {} : { outageEnded }),
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

/** The outage feature ends the outage with its case: here only what it would have to reject. */
async function requirePossibleEnd(tx: Tx, caseId: number, end: string): Promise<void> {
  if (Date.parse(end) > Date.now()) throwFieldProblem('outageEnded', 'must not be in the future')
  const { rows } = await sql<{
    started: Date
  }>`select started_at as started from outages where case_id = ${caseId}`.execute(tx)
  if (!rows[0]) throwFieldProblem('outageEnded', 'is for outages')
  // Forms have whole minutes.
  if (Date.parse(end) < rows[0].started.getTime() - 60_000)
    throwFieldProblem('outageEnded', 'must not be before the start')
}

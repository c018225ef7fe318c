import { sql } from 'kysely'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { type CommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import {
  type CaseAction,
  type CaseStatus,
  caseMoved,
  caseProblems,
  internalCaseEvents,
  moveCases,
  nextCaseStatus,
  openStatuses,
  type resolveCase,
} from '../contract.ts'
import { canTransitionCase } from './case-actions.ts'
import { bumpListVersion } from './case-collection.ts'
import { changedCasePage } from './case-page.ts'
import { eventTypeFor } from './case-writes.ts'
import { lockedCase, type StoredCase } from './stored-case.ts'
import { writeComment } from './write-comment.ts'

const pastOf = { activate: 'activated', resolve: 'resolved', decline: 'declined', close: 'closed' } as const

/** Makes a move: the row is locked, so of many at once one takes effect and the others are 409. A comment goes with it. */
export async function transitionCase(call: CommandContext<typeof resolveCase>, action: CaseAction) {
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
  await setStatus(tx, stored, { status, reason }, session.userId)
  await bumpListVersion(tx, stored.accountId)
  await call.record(eventTypeFor(stored, caseMoved, internalCaseEvents.moved), {
    account: stored.accountId,
    subject: stored.key,
    data: {
      caseId: stored.id,
      action,
      ...(comment ? { commentId: comment.id } : {}),
      changes: {
        ...comment?.changes,
        status: [stored.status, status],
        ...(reason ? { issueReason: [null, reason] } : {}),
      },
    },
  })
  return changedCasePage(tx, session, stored.key)
}

/** Writes a status with the times that follow from it. */
async function setStatus(
  tx: Tx,
  stored: StoredCase,
  { status, reason }: { status: CaseStatus; reason: string | null },
  userId: number,
): Promise<void> {
  const open = openStatuses.includes(status)
  const endsWork = status === 'RESOLVED' || (status === 'CLOSED' && stored.open)
  await sql`
    update cases set status = ${status}, version = version + 1, updated_at = clock_timestamp(), updated_by = ${userId},
      resolved_at = case when ${open} then null when ${endsWork} then clock_timestamp() else resolved_at end,
      resolution_reason = case when ${open} then null else coalesce(${reason}, resolution_reason) end,
      closed_at = case when ${status === 'CLOSED'} then clock_timestamp() else null end
    where id = ${stored.id}`.execute(tx)
}

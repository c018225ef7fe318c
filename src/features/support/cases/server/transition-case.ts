import { sql } from 'kysely'
import {
  type CaseAction,
  type CaseStatus,
  caseProblems,
  moveCases,
  nextCaseStatus,
  openStatuses,
} from '#features/support/case-access/contract.ts'
import { closedMonths, eventTypeFor, lockedCase, type StoredCase } from '#features/support/case-access/server/index.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { Tx } from '#kit/server/database.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import { type CommandInput, requireVersion } from '#kit/server/serve/request-context.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import { caseMoved, internalCaseEvents, type resolveCase } from '../contract.ts'
import { canTransitionCase } from './case-actions.ts'
import { bumpListVersion } from './case-collection.ts'
import { changedCasePage } from './case-page.ts'
import { writeStatus } from './change-case-status.ts'
import { writeComment } from './write-comment.ts'

type Lasting = ReturnType<typeof closedMonths.timesBetween>[number]

const pastOf = { activate: 'activated', resolve: 'resolved', decline: 'declined', close: 'closed' } as const

/**
 * Makes a transition: the row is locked, so of many at once one takes effect and the others are 409. A comment may be
 * part of it.
 */
export async function transitionCase(call: CommandInput<typeof resolveCase>, action: CaseAction) {
  const { tx, session } = call
  const storedCase = await lockedCase(tx, session, call.query.issueKey)
  if (!canTransitionCase(session, storedCase, action))
    throwProblem(kitProblems['access-denied'], { permission: moveCases.name })
  requireVersion(call, storedCase.version)
  const status = nextCaseStatus(storedCase.status, action, storedCase.reporterId === session.userId)
  if (status === null)
    throwProblem(caseProblems['case-transition-not-allowed'], { status: storedCase.status, action: pastOf[action] })
  const outageEnded = call.body?.outageEnded
  if (outageEnded !== undefined) await requirePossibleEnd(tx, storedCase.id, outageEnded)
  const reason = call.body?.reason ?? null
  const correction = call.body?.correction
  const times = await timesThatChange(tx, storedCase, { status, reason, outageEnded })
  await closedMonths.requireCorrection(call, { ...storedCase, times, correction })
  const text = call.body?.comment?.trim()
  const comment = text ? await writeComment(call, storedCase, text, { movesOn: false }) : undefined
  await writeStatus(tx, storedCase, { status, reason }, session.userId)
  await bumpListVersion(tx, storedCase.accountId)
  await call.record(eventTypeFor(storedCase, caseMoved, internalCaseEvents.moved), {
    account: storedCase.accountId,
    subject: storedCase.key,
    data: {
      caseId: storedCase.id,
      action,
      ...(outageEnded === undefined ? {} : { outageEnded }),
      ...(comment ? { commentId: comment.id, byVendor: comment.byVendor } : {}),
      changes: {
        ...comment?.changes,
        status: [storedCase.status, status],
        ...(reason ? { issueReason: [null, reason] } : {}),
        ...(correction ? { correction: [null, correction] } : {}),
      },
    },
  })
  return changedCasePage(tx, session, storedCase.key)
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

/** Resolutions of outages that months do not count. */
const uncountedResolutions = ['duplicate', 'withdrawn']

/** The times of an outage that months count otherwise when its case has another status. */
async function timesThatChange(
  tx: Tx,
  { id, type, status: from }: StoredCase,
  { status, reason, outageEnded }: { status: CaseStatus; reason: string | null; outageEnded: string | undefined },
): Promise<Lasting[]> {
  if (type !== 'OUTAGE') return []
  const { rows } = await sql<Lasting & { resolution: string | null }>`
    select ${isoSql('o.started_at')} as started, ${isoSql('o.ended_at')} as ended, c.resolution_reason as resolution
    from outages o join cases c on c.id = o.case_id where o.case_id = ${id}`.execute(tx)
  const [before] = rows
  if (!before) return []
  const isOver = !openStatuses.includes(status)
  const counts = (at: CaseStatus, resolution: string | null) =>
    at !== 'DECLINED' && !uncountedResolutions.includes(resolution ?? '')
  const after = { ...before, ended: before.ended ?? (isOver ? (outageEnded ?? null) : null) }
  return counts(from, before.resolution) === counts(status, isOver ? (reason ?? before.resolution) : null)
    ? closedMonths.timesBetween(before, after)
    : [before, after]
}

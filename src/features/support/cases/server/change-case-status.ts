import { sql } from 'kysely'
import { type CaseStatus, openStatuses } from '#features/support/case-access/contract.ts'
import { eventTypeFor, lockCaseById, type StoredCase } from '#features/support/case-access/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { type EventActor, noUser, recordEvent } from '#kit/server/events/event.ts'
import type { CommandContext } from '#kit/server/serve/request-context.ts'
import { caseMoved, internalCaseEvents } from '../contract.ts'
import { bumpListVersion } from './case-collection.ts'
import { statusAfter } from './write-comment.ts'

/**
 * Gives a locked case the status that follows from a command of another feature; records nothing when it has it
 * already.
 */
export async function changeCaseStatus(
  call: Pick<CommandContext<unknown>, 'tx' | 'session' | 'record'>,
  storedCase: StoredCase,
  status: CaseStatus,
): Promise<void> {
  if (storedCase.status === status) return
  await writeStatus(call.tx, storedCase, { status, reason: null }, call.session.userId)
  await bumpListVersion(call.tx, storedCase.accountId)
  await call.record(eventTypeFor(storedCase, caseMoved, internalCaseEvents.moved), {
    account: storedCase.accountId,
    subject: storedCase.key,
    data: { caseId: storedCase.id, changes: { status: [storedCase.status, status] } },
  })
}

/** Moves a locked case as a reply of the customer does, which came in through an outside system. */
export async function moveAfterReply(tx: Tx, id: number, actor: EventActor): Promise<void> {
  const storedCase = await lockCaseById(tx, id)
  const status = storedCase && statusAfter(storedCase.status, false)
  if (!storedCase || !status) return
  await writeStatus(tx, storedCase, { status, reason: null }, actor.userId ?? null)
  await bumpListVersion(tx, storedCase.accountId)
  await recordEvent(tx, eventTypeFor(storedCase, caseMoved, internalCaseEvents.moved), actor, {
    account: storedCase.accountId,
    subject: storedCase.key,
    data: { caseId: storedCase.id, changes: { status: [storedCase.status, status] } },
  })
}

/** Moves escalated ones among the cases back to *In progress*: R&D is done. No user is named, for customers read it. */
export async function changeStatusOfEscalatedCases(tx: Tx, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number; key: string; accountId: number; internal: boolean }>`
    update cases set status = 'IN_PROGRESS', version = version + 1, updated_at = clock_timestamp()
    where id = any(${ids}::bigint[]) and status = 'ESCALATED' returning id, key, account_id as "accountId", internal`.execute(
    tx,
  )
  for (const accountId of new Set(rows.map((row) => row.accountId))) await bumpListVersion(tx, accountId)
  for (const { id, key, accountId, internal } of rows)
    await recordEvent(tx, eventTypeFor({ internal }, caseMoved, internalCaseEvents.moved), noUser, {
      account: accountId,
      subject: key,
      data: { caseId: id, changes: { status: ['ESCALATED', 'IN_PROGRESS'] } },
    })
}

/** Stores a status with the times that follow from it. */
export async function writeStatus(
  tx: Tx,
  storedCase: Pick<StoredCase, 'id' | 'open'>,
  { status, reason }: { status: CaseStatus; reason: string | null },
  userId: number | null,
): Promise<void> {
  const open = openStatuses.includes(status)
  const endsWork = status === 'RESOLVED' || (status === 'CLOSED' && storedCase.open)
  await sql`
    update cases set status = ${status}, version = version + 1, updated_at = clock_timestamp(), updated_by = ${userId},
      reopened_at = case when ${open} and resolved_at is not null then clock_timestamp() else reopened_at end,
      resolved_at = case when ${open} then null when ${endsWork} then clock_timestamp() else resolved_at end,
      resolution_reason = case when ${open} then null else coalesce(${reason}, resolution_reason) end,
      closed_at = case when ${status === 'CLOSED'} then clock_timestamp() else null end
    where id = ${storedCase.id}`.execute(tx)
}

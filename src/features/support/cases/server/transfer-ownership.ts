import { sql } from 'kysely'
import { eventTypeFor, mayReadCasesOf } from '#features/support/case-access/server/index.ts'
import { deleteDraftRows } from '#features/support/case-files/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { type EventActor, fromTo, recordEvent } from '#kit/server/events/event.ts'
import { caseEdited, internalCaseEvents } from '../contract.ts'
import { bumpListVersion } from './case-collection.ts'
import { addWatchers } from './case-writes.ts'

type UserRef = { readonly id: number; readonly username: string }
type OpenCase = {
  readonly id: number
  readonly key: string
  readonly accountId: number
  readonly internal: boolean
  readonly assigned: boolean
}

/**
 * Transfers a user's open cases to another user: the new owner gets those they work on, and becomes a watcher of all of
 * them and of what they watch. Where the new owner may not read cases nothing is transferred.
 */
export async function transferCases(
  tx: Tx,
  actor: EventActor,
  from: UserRef,
  to: UserRef,
): Promise<{ cases: number; watches: number }> {
  const { rows: open } = await sql<OpenCase>`
    select c.id, c.key, c.account_id as "accountId", c.internal, c.assignee_id = ${from.id} as assigned from cases c
    where c.is_open and (c.assignee_id = ${from.id} or c.reporter_id = ${from.id} or c.id in (select case_id from case_watchers where user_id = ${from.id}))
    order by c.id for update`.execute(tx)
  const handedOver = { cases: 0, watches: 0 }
  const readable = new Map<string, boolean>()
  for (const one of open) {
    const kind = `${one.accountId} ${one.internal}`
    if (!readable.has(kind)) readable.set(kind, await mayReadCasesOf(tx, one, to.id))
    if (!readable.get(kind)) continue
    handedOver.watches += (await addWatchers(tx, one.id, [to])).length
    if (one.assigned) handedOver.cases += 1
    await reassign(tx, actor, one, from, to)
  }
  return handedOver
}

async function reassign(tx: Tx, actor: EventActor, one: OpenCase, from: UserRef, to: UserRef): Promise<void> {
  if (one.assigned)
    await sql`update cases set assignee_id = ${to.id}, version = version + 1, updated_at = clock_timestamp() where id = ${one.id}`.execute(
      tx,
    )
  await bumpListVersion(tx, one.accountId)
  if (!one.assigned) return
  const data = { caseId: one.id, changes: { assignee: fromTo(from.username, to.username) } }
  const kind = eventTypeFor(one, caseEdited, internalCaseEvents.edited)
  await recordEvent(tx, kind, actor, { account: one.accountId, subject: one.key, data })
}

/** Removes an erased user from what they watched and worked on; their texts stay. */
export async function removeUserFromCases(tx: Tx, userId: number): Promise<void> {
  const { rows } = await sql<{ account_id: number }>`
    select distinct c.account_id from cases c
    where c.reporter_id = ${userId} or c.assignee_id = ${userId} or c.id in (select case_id from case_watchers where user_id = ${userId})`.execute(
    tx,
  )
  await sql`update cases set assignee_id = null where assignee_id = ${userId} and is_open`.execute(tx)
  for (const table of ['case_watchers', 'case_addressees', 'case_reads', 'case_readers'] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
  await deleteDraftRows(tx, { userId })
  for (const { account_id } of rows) await bumpListVersion(tx, account_id)
}

import { sql } from 'kysely'
import { caseMoved } from '#features/support/cases/contract.ts'
import { outageConverted, outageEdited } from '#features/support/outages/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import { noUser, type RecordedEvent, recordEvent } from '#kit/server/events/event.ts'
import { type EventHandler, on } from '#kit/server/events/event-handler.ts'
import { slaMonthRecounted } from '../contract.ts'
import { type By, recountMonthsOf } from './make-revision.ts'

/** Characters of a reason. */
const LONGEST = 1000

const changes = [outageEdited, outageConverted, caseMoved]

/** A change of an outage makes a new revision of each closed month that it changes, with the reason of the correction. */
export function recountHandlers(): EventHandler[] {
  return [
    on(changes, 'sla-recount', async (change, tx) => {
      const { accountId, subjectId } = change
      if (accountId === null || subjectId === null) return
      const readBy = () => correctionsSince(tx, change)
      for (const { month } of await recountMonthsOf(tx, { accountId, key: subjectId, readBy }))
        await recordEvent(tx, slaMonthRecounted, noUser, {
          account: accountId,
          subject: month,
          data: { key: subjectId },
        })
    }),
  ]
}

/** The reasons of a change and of those after it: months are counted as they are now, with changes not handled yet. */
async function correctionsSince(tx: Tx, { id, subject, subjectId, actorId, actorName }: RecordedEvent): Promise<By> {
  const { rows } = await sql<{ userId: number | null; correction: string }>`
    select actor_id as "userId", data->'changes'->'correction'->>1 as correction from events
    where subject = ${subject} and subject_id = ${subjectId} and id >= ${id} and name = any(${changes.map(({ name }) => name)}::text[])
      and data->'changes'->'correction'->>1 is not null
    order by id`.execute(tx)
  const last = rows.at(-1)
  if (!last) return { userId: actorId, reason: `Changed by ${actorName ?? 'Headend'}` }
  return {
    userId: last.userId,
    // One command may record two events with its reason.
    reason: [...[...new Set(rows.map(({ correction }) => correction))].join('; ')].slice(0, LONGEST).join(''),
  }
}

import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { CommandContext } from '#kit/server/serve/request-context.ts'
import { requireVersion } from '#kit/server/serve/request-context.ts'
import { type deleteEvent, eventDeleted, type Scope } from '../contract.ts'
import { cancellationOf, partOf } from './change-event.ts'
import { fieldsOf, prepare } from './check-fields.ts'
import { findEvents } from './event-row.ts'
import { lockedEvent, visibleEvent } from './event-scope.ts'
import { inviteesOf, mailInvitations } from './invitations.ts'
import { updateEvent } from './save-event.ts'
import { endBefore, hasInstances } from './split-series.ts'
import { wallText } from './time/wall-clock.ts'

/** Deletes an event: one instance of a series, an instance and the following ones, or all. */
export async function remove(portal: AppContext, call: CommandContext<typeof deleteEvent>): Promise<undefined> {
  const { tx, session, params, query } = call
  const { event, master } = await lockedEvent(tx, session, params.id)
  requireVersion(call, event.version)
  const { scope, times } = partOf(event, master, query)
  const at = times && wallText(times.wall)
  const people = await inviteesOf(tx, master.id)
  const lostInstances = await guestsOf(tx, master.id, { scope, at })
  if (scope === 'ALL') await deleteRow(call, master.id)
  if (scope === 'THIS') {
    const fields = fieldsOf(master)
    const exdates = [...new Set([...master.exdates, at!])].sort()
    await updateEvent(tx, master, prepare({ ...fields, recurrence: { ...fields.recurrence!, exdates } }))
    await sql`delete from calendar_events where series_id = ${master.id} and recurrence_id = ${at}::timestamp`.execute(
      tx,
    )
  }
  if (scope === 'FOLLOWING') {
    await endBefore(tx, master, times!)
    await sql`delete from calendar_events where series_id = ${master.id} and recurrence_id >= ${at}::timestamp`.execute(
      tx,
    )
  }
  const remainingEvent = scope === 'ALL' ? undefined : await visibleEvent(tx, session, master.id)
  const isGone = !remainingEvent || !hasInstances(remainingEvent)
  if (remainingEvent && isGone) await deleteRow(call, master.id)
  const rows = isGone
    ? [cancellationOf(master)]
    : await findEvents(tx, sql`${master.id} in (e.id, e.series_id)`, sql`order by e.series_id nulls first, e.id`)
  const mailOptions = { by: session, suppressed: query, people, rows }
  await mailInvitations(tx, portal, { ...mailOptions, kind: isGone ? 'CANCELLED' : 'CHANGED' })
  for (const { row, people: own } of lostInstances)
    await mailInvitations(tx, portal, { ...mailOptions, kind: 'CANCELLED', rows: [cancellationOf(row)], people: own })
  await call.record(eventDeleted, {
    account: master.accountId,
    subject: master.id,
    data: { eventId: String(master.id), what: event.subject, scope, recurrenceId: at ?? null },
  })
}

/** The instances that are deleted, with the people who are invited to the instance alone. */
async function guestsOf(tx: Tx, seriesId: number, { scope, at }: { scope: Scope; at: string | undefined }) {
  const isCovered = {
    ALL: sql`true`,
    THIS: sql`e.recurrence_id = ${at ?? null}::timestamp`,
    FOLLOWING: sql`e.recurrence_id >= ${at ?? null}::timestamp`,
  }[scope]
  const seriesEmails = new Set((await inviteesOf(tx, seriesId)).map(({ email }) => email))
  const lostInstances = []
  for (const row of await findEvents(tx, sql`e.series_id = ${seriesId} and ${isCovered}`)) {
    const people = (await inviteesOf(tx, row.id)).filter(({ email }) => !seriesEmails.has(email))
    if (people.length > 0) lostInstances.push({ row, people })
  }
  return lostInstances
}

async function deleteRow({ tx }: CommandContext<typeof deleteEvent>, id: number): Promise<void> {
  await sql`delete from calendar_events where id = ${id}`.execute(tx)
}

import { sql } from 'kysely'
import { readCalendar } from '#features/calendar/tags/contract.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import type { NotificationRecipient } from '#kit/server/notification.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { eventBeginsSoon, threadOfEvent, whereText } from './event-notifications.ts'
import { type EventRow, findEvents } from './event-row.ts'
import { changedStarts } from './instances-between.ts'
import { eventPath, whenText } from './invitations.ts'
import type { Times } from './time/instances.ts'
import { nextReminder, remindersAt } from './time/reminders.ts'
import { wallText } from './time/wall-clock.ts'

const MINUTE = 60_000
/** Reminders that are later than this, after a standstill, are left out. */
const LATEST = 60 * MINUTE

/** Notifies of the events of which a reminder is due, each event in a transaction of its own. */
export async function remindAttendees(portal: AppContext, now: number, stopping?: AbortSignal): Promise<void> {
  for (const id of await dueEvents(portal.db, now)) {
    if (stopping?.aborted) return
    await inTransaction(portal.db, (tx) => remindOf(tx, portal, id, now)).catch((flaw: unknown) =>
      portal.http.log.error({ flaw, event: id }, 'a reminder was not sent'),
    )
  }
}

async function dueEvents(db: Database, now: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from calendar_events where next_reminder_at <= ${new Date(now)} order by next_reminder_at, id limit 500`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

async function remindOf(tx: Tx, portal: AppContext, id: number, now: number): Promise<void> {
  const { rows } = await sql<{ due: Date }>`
    select next_reminder_at as due from calendar_events where id = ${id} and next_reminder_at <= ${new Date(now)}
    for update skip locked`.execute(tx)
  if (!rows[0]) return
  const dueTime = rows[0].due.getTime()
  const [event] = await findEvents(tx, sql`e.id = ${id} and (e.account_id is null or a.deleted_at is null)`)
  const from = Math.max(dueTime, now - LATEST)
  if (event && event.maintenance?.status !== 'CANCELLED')
    for (const { times, minutes } of remindersAt(event, { from, to: now }))
      if (!(await hasOwnInstance(tx, event, times))) await notifyOf(tx, portal, { event, times, minutes })
  const next = event ? nextReminder(event, now) : null
  await sql`update calendar_events set next_reminder_at = ${next === null ? null : new Date(next)} where id = ${id}`.execute(
    tx,
  )
}

/** Whether the instance was changed: its reminders are its own. */
async function hasOwnInstance(tx: Tx, event: EventRow, { wall }: Times): Promise<boolean> {
  if (!event.isSeries) return false
  return (await changedStarts(tx, [event.id])).get(event.id)?.has(wallText(wall)) ?? false
}

type Reminder = { readonly event: EventRow; readonly times: Times; readonly minutes: number }

async function notifyOf(tx: Tx, portal: AppContext, { event, times, minutes }: Reminder): Promise<void> {
  await portal.notifier.notify(tx, eventBeginsSoon, {
    to: await remindedOf(tx, event.id),
    values: { subject: event.subject, when: whenText(event, times), where: whereText(event.location) },
    link: eventPath(event),
    key: `${event.id} ${times.from} ${minutes}`,
    thread: threadOfEvent(event),
    readable: { permission: readCalendar, accountId: event.accountId },
  })
}

/** The organizer and those who did not decline. */
async function remindedOf(tx: Tx, id: number): Promise<NotificationRecipient[]> {
  const { rows } = await sql<{ userId: number | null; address: string }>`
    select c.user_id as "userId", case when c.user_id is null then c.email else '' end as address from calendar_attendees c
      where c.event_id = ${id} and c.answer <> 'DECLINED'
    union select e.organizer_id, '' from calendar_events e
      where e.id = ${id} and e.organizer_id is not null and not exists (
        select from calendar_attendees c where c.event_id = ${id} and c.user_id = e.organizer_id and c.answer = 'DECLINED')
    order by 1, 2`.execute(tx)
  return rows.map(({ userId, address }) => (userId === null ? { address } : { userId }))
}

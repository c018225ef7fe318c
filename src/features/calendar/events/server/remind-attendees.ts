import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { queueMails } from '#kit/server/mail.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { type EventRow, findEvents } from './event-row.ts'
import { changedStarts } from './instances-between.ts'
import { eventUrl, whenText } from './invitations.ts'
import type { Times } from './time/instances.ts'
import { nextReminder, remindersAt } from './time/reminders.ts'
import { wallText } from './time/wall-clock.ts'

const MINUTE = 60_000
/** Reminders that are later than this, after a standstill, are not mailed. */
const LATEST = 60 * MINUTE

/** Mails the reminders that are due, each event in a transaction of its own. */
export async function remindAttendees(portal: AppContext, now: number, stopping?: AbortSignal): Promise<void> {
  for (const id of await dueEvents(portal.db, now)) {
    if (stopping?.aborted) return
    await inTransaction(portal.db, (tx) => remindOf(tx, portal, id, now)).catch((flaw: unknown) =>
      portal.http.log.error({ flaw, event: id }, 'a reminder was not mailed'),
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
  const due = rows[0].due.getTime()
  const [event] = await findEvents(tx, sql`e.id = ${id} and (e.account_id is null or a.deleted_at is null)`)
  const from = Math.max(due, now - LATEST)
  if (event && event.maintenance?.status !== 'CANCELLED')
    for (const { times, minutes } of remindersAt(event, { from, to: now }))
      if (!(await hasOwnInstance(tx, event, times))) await mailReminder(tx, portal, { event, times, minutes })
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

async function mailReminder(tx: Tx, portal: AppContext, { event, times, minutes }: Reminder): Promise<void> {
  const when = whenText(event, times)
  await queueMails(
    tx,
    (await remindedOf(tx, event.id)).map((email) => ({
      to: email,
      key: `calendar-reminder ${event.id} ${times.from} ${minutes} ${email}`,
      subject: `Reminder: ${event.subject}`,
      paragraphs: [event.subject, when, ...(event.location === '' ? [] : [`Where: ${event.location}`])],
      link: { label: 'Open the event', url: eventUrl(portal, event) },
    })),
  )
}

/** The organizer and those who did not decline; users who take no mails are left out. */
async function remindedOf(tx: Tx, id: number): Promise<string[]> {
  const takesMail: RawBuilder<unknown> = sql`u.state = 'active' and u.erased_at is null and not u.notification_blocking`
  const { rows } = await sql<{ email: string }>`
    select c.email from calendar_attendees c left join users u on u.id = c.user_id
      where c.event_id = ${id} and c.answer <> 'DECLINED' and (c.user_id is null or ${takesMail})
    union select lower(u.email) from calendar_events e join users u on u.id = e.organizer_id
      where e.id = ${id} and ${takesMail} and not exists (
        select from calendar_attendees c where c.event_id = ${id} and c.user_id = u.id and c.answer = 'DECLINED')
    order by 1`.execute(tx)
  return rows.map(({ email }) => email)
}

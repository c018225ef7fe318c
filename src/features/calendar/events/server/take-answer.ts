import { sql } from 'kysely'
import type { AddressedMail, MailTaker } from '#features/support/case-replies/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { eventAnswered } from '../contract.ts'
import { answeredEvent } from './answer-address.ts'
import { fieldsOf, prepare } from './check-fields.ts'
import { type EventRow, findEvents } from './event-row.ts'
import { type Component, linesOf, readComponents, textOf } from './ics/content-lines.ts'
import { clockTimesOf } from './ics/file-time.ts'
import { localIn, zonesOf } from './ics/file-zones.ts'
import { insertEvent } from './save-event.ts'
import { instanceAt } from './time/instances.ts'

const answers = ['ACCEPTED', 'DECLINED', 'TENTATIVE']

/** Stores the response that a calendar program mails to the organizer of an event (RFC 5546 §3.2.3, RFC 6047). */
export const takeEventAnswer: MailTaker = async (portal, mail) => {
  const eventId = await answeredEvent(portal, portal.db, mail.token)
  if (eventId === undefined) return undefined
  if (!mail.confirmed) return 'NOT_AUTHENTICATED'
  const eventAnswer = await answerIn(mail)
  if (!eventAnswer) return 'EMPTY'
  const { answer, calendar, event } = eventAnswer
  return inTransaction(portal.db, async (tx) => {
    await sql`select from calendar_events where id = ${eventId} for update`.execute(tx)
    const [series] = await findEvents(tx, sql`e.id = ${eventId}`)
    if (!series) return 'NO_ACCESS'
    const at = await instanceOf(calendar, event, series)
    const row = at === null ? series : await instanceRow(tx, series, at)
    if (!row) return 'NO_ACCESS'
    const { rows } = await sql<{ before: string; userId: number | null; name: string | null }>`
      update calendar_attendees p set answer = ${answer}, answered_at = now()
      from (select answer from calendar_attendees where event_id = ${row.id} and email = ${mail.sender} for update) old
      where p.event_id = ${row.id} and p.email = ${mail.sender}
      returning old.answer as before, p.user_id as "userId", (select full_name from users where id = p.user_id) as name`.execute(
      tx,
    )
    const [one] = rows
    if (!one) return 'OTHER_SENDER'
    const actor = { ...(one.userId === null ? {} : { userId: one.userId }), userName: one.name ?? mail.sender }
    const data = { eventId: String(row.id), what: row.subject, answer: [one.before, answer] }
    if (one.before !== answer)
      await recordEvent(tx, eventAnswered, actor, { account: row.accountId, subject: row.id, data })
    return 'TAKEN'
  })
}

/** The response of the sender in the first calendar part that has one. */
async function answerIn({ calendars, sender }: AddressedMail) {
  for (const text of calendars) {
    const read = await readComponents(text)
    for (const calendar of 'components' in read ? read.components : []) {
      if (textOf(calendar, 'METHOD')?.toUpperCase() !== 'REPLY') continue
      for (const event of calendar.components.filter(({ name }) => name === 'VEVENT')) {
        const own = linesOf(event, 'ATTENDEE').find(({ value }) => value.toLowerCase().trim() === `mailto:${sender}`)
        const answer = own?.parameters.get('PARTSTAT')?.toUpperCase()
        if (answer && answers.includes(answer)) return { answer, calendar, event }
      }
    }
  }
  return undefined
}

/** The start that the series gives the answered instance; null is the whole series. */
async function instanceOf(calendar: Component, event: Component, series: EventRow): Promise<string | null> {
  const [line] = linesOf(event, 'RECURRENCE-ID')
  const time = line && clockTimesOf(line)[0]
  if (!time || !series.isSeries) return null
  const zone = (await zonesOf(calendar, series.timeZone))?.(line.parameters.get('TZID'), time)
  return zone ? localIn({ ...time, zone }, series) : null
}

/** The instance as an event of its own, which has responses of its own; those to the series are its first ones. */
async function instanceRow(tx: Tx, series: EventRow, recurrenceId: string): Promise<EventRow | undefined> {
  const where = sql`e.series_id = ${series.id} and e.recurrence_id = ${recurrenceId}::timestamp`
  const [own] = await findEvents(tx, where)
  const times = instanceAt(series, recurrenceId)
  if (own || !times) return own
  const { organizer, accountId, uid, sequence } = series
  const checkedFields = prepare({ ...fieldsOf(series), start: times.start, end: times.end, recurrence: null })
  const owner = { accountId, organizerId: organizer === null ? null : Number(organizer.id) }
  const id = await insertEvent(tx, checkedFields, owner, { uid, seriesId: series.id, recurrenceId, sequence })
  await sql`
    update calendar_attendees p set answer = s.answer, answered_at = s.answered_at from calendar_attendees s
    where p.event_id = ${id} and s.event_id = ${series.id} and s.email = p.email`.execute(tx)
  return (await findEvents(tx, where))[0]
}

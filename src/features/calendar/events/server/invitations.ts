import { sql } from 'kysely'
import { accountCalendarEventPath, calendarEventPath } from '#features/calendar/calendar-pages/paths.ts'
import { readCalendar } from '#features/calendar/tags/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import { mailSender } from '#kit/server/mail.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { Session } from '#kit/server/session.ts'
import { answerAddress } from './answer-address.ts'
import { ownTimes } from './event-json.ts'
import { invitationKinds, threadOfEvent, whereText } from './event-notifications.ts'
import type { EventRow } from './event-row.ts'
import { writeInvitation } from './ics/write-ics.ts'
import type { Times } from './time/instances.ts'

/** Somebody who is notified. */
export type Invitee = {
  readonly email: string
  readonly side: 'VENDOR' | 'CUSTOMER' | 'OUTSIDE'
  readonly userId: number | null
  readonly answer: string
}

/** Which sides are not notified; outside addresses are those of the customer's side. */
export type SuppressedSides = {
  readonly suppressCustomerMailNotification?: boolean | undefined
  readonly suppressHarmonicMailNotification?: boolean | undefined
}

/** Addresses without a user that one user, or an account, may have mailed: the portal is no sender of mail to strangers. */
const USER_LIMIT = { count: 300, seconds: 86_400 }
const ACCOUNT_LIMIT = { count: 1_000, seconds: 86_400 }

type Change = {
  readonly rows: readonly EventRow[]
  /** What the notification says: invited, changed or cancelled. */
  readonly kind: keyof typeof invitationKinds
  readonly people: readonly Invitee[]
  /** Who makes the change: named in the notifications, and gets none. */
  readonly by: Pick<Session, 'userId' | 'actor'>
  readonly suppressed: SuppressedSides
}

/** Who is invited to an event. */
export async function inviteesOf(tx: Tx, eventId: number): Promise<Invitee[]> {
  const { rows } = await sql<Invitee>`
    select email, side, user_id as "userId", answer from calendar_attendees where event_id = ${eventId} order by email`.execute(
    tx,
  )
  return rows
}

/**
 * Notifies of the invitation to an event, its renewal or its withdrawal in the transaction of the change: each once. Of
 * what is over no user is notified.
 */
export async function mailInvitations(tx: Tx, portal: AppContext, change: Change): Promise<void> {
  const { rows, kind, people, by, suppressed: suppressedSides } = change
  const method = kind === 'CANCELLED' ? ('CANCEL' as const) : ('REQUEST' as const)
  const [event] = rows
  if (!event || (kind !== 'CANCELLED' && (await isOver(tx, event.id)))) return
  const invitees = people.filter(({ side, userId: own }) => own !== by.userId && !isSuppressed(side, suppressedSides))
  const takesAnswer = portal.config.replies !== undefined
  const organizer =
    (await answerAddress(portal, tx, event.seriesId ?? event.id)) ?? addressOf(portal.settings.valueOf(mailSender))
  const author = by.actor.fullName
  takeOutside(portal, change, invitees)
  const file = await writeInvitation(rows, { method, organizer, takesAnswer })
  const when = whenText(event, ownTimes(event))
  const inviteeOf = new Map(invitees.map((one) => [one.userId ?? one.email, one]))
  await portal.notifier.notify(tx, invitationKinds[kind], {
    to: invitees.map(({ userId, email }) => (userId === null ? { address: email } : { userId })),
    values: { author, subject: event.subject, when, where: whereText(event.location), description: event.description },
    link: kind === 'CANCELLED' ? undefined : eventPath(event),
    key: `${event.id} ${event.version} ${method}`,
    thread: threadOfEvent(event),
    readable: { permission: readCalendar, accountId: event.accountId },
    mail: ({ userId, address }) => {
      const { email, answer } = inviteeOf.get(userId ?? address)!
      return { author, calendar: { method, text: file({ email, answer }) } }
    },
  })
}

function takeOutside({ limits }: AppContext, { rows, kind, by }: Change, people: readonly Invitee[]): void {
  if (kind === 'CANCELLED') return
  for (const { side } of people) {
    if (side !== 'OUTSIDE') continue
    limits?.take(USER_LIMIT, `invitations of user ${by.userId}`)
    limits?.take(ACCOUNT_LIMIT, `invitations of account ${rows[0]!.accountId}`)
  }
}

async function isOver(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`select from calendar_events where id = ${id} and last_end < now()`.execute(tx)
  return rows.length > 0
}

function isSuppressed(
  side: Invitee['side'],
  { suppressCustomerMailNotification, suppressHarmonicMailNotification }: SuppressedSides,
) {
  return side === 'VENDOR' ? suppressHarmonicMailNotification === true : suppressCustomerMailNotification === true
}

/** `Headend <no-reply@…>` as its address alone. */
function addressOf(sender: string): string {
  const open = sender.lastIndexOf('<')
  return open === -1 ? sender : sender.slice(open + 1).replace('>', '')
}

/** Where the event is shown. */
export function eventPath({ account, accountId, seriesId, id }: EventRow): string {
  const eventId = seriesId ?? id
  return account === null || accountId === null
    ? calendarEventPath({ eventId })
    : accountCalendarEventPath({ account, accountId, eventId })
}

/** The time of an event in the words of a mail, in the zone of the event. */
export function whenText(event: EventRow, { from, to }: Times): string {
  const date = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: event.timeZone } as const
  const format = new Intl.DateTimeFormat(
    'en-GB',
    event.isAllDay ? date : { ...date, hour: '2-digit', minute: '2-digit' },
  )
  const text = format.formatRange(from, event.isAllDay ? to - 1 : to)
  return `When: ${text} (${event.timeZone})${event.isSeries ? ', repeated' : ''}`
}

import { sql } from 'kysely'
import type { MailTime } from '#features/messaging/delivery-times/contract.ts'
import { nextDigest, quietEnd, type UserHours } from '#features/messaging/delivery-times/server/index.ts'
import type { DeliveryMethod, Parts } from '#features/messaging/templates/contract.ts'
import { type RecipientRow, recipientRow, zoneOfUser } from '#features/messaging/templates/server/index.ts'
import { queuePushes } from '#features/messaging/web-push/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { queueCopies } from '#kit/server/mail-composer.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { topicOf } from '../../contract.ts'
import { fillFor } from '../fill-for-recipient.ts'
import {
  isMailed,
  isMuted,
  isPushed,
  mailTime,
  settingsJoin,
  storedNotification,
  userHours,
} from '../recipient-facts.ts'
import { accountsNamed, isRecipient, storedRecipients } from '../recipients.ts'
import { addressOf } from './announcement-mail.ts'
import { COPIES } from './compose-copies.ts'
import { pushKey } from './push-key.ts'

const BATCH = 2000
/** An occurrence delivered this long after it was due is marked as late. */
const LATE_MINUTES = 5

type Due = {
  readonly id: number
  readonly announcementId: number
  readonly occurrence: number
  readonly timeZone: string | null
  readonly takesRest: boolean
  readonly lastUserId: number
  readonly method: DeliveryMethod
  readonly title: string
  readonly link: string | null
  readonly personal: Parts | null
}
type Reached = {
  id: number
  muted: boolean
  mailed: boolean
  mailTime: MailTime
  pushed: boolean
  hours: UserHours | null
  stored: boolean
  online: boolean
  recipient: RecipientRow | null
}

/**
 * Delivers the next users of what is due, in one transaction with the place to resume from: after a crash none is left
 * out and none is notified twice. Returns false when nothing is due.
 */
export async function deliverBatch(portal: AppContext, tx: Tx): Promise<boolean> {
  const due = await takeDue(tx)
  if (!due) return false
  if (due.lastUserId === 0) await countAddressed(tx, due)
  const users = await store(tx, due)
  const stored = users.filter((user) => user.stored)
  const mailed = stored.filter((user) => user.mailed)
  const done = users.length < BATCH
  await sql`
    update announcement_deliveries set last_user_id = ${users.at(-1)?.id ?? due.lastUserId}, delivered = delivered + ${stored.length},
      mailed = mailed + ${mailed.length}, muted = muted + ${stored.filter(({ muted }) => muted).length},
      late = late or (last_user_id = 0 and due_at < now() - make_interval(mins => ${LATE_MINUTES})),
      state = ${done ? 'DONE' : 'WAITING'}, finished_at = ${done ? sql`clock_timestamp()` : null}
    where id = ${due.id}`.execute(tx)
  await addToDigests(
    tx,
    due,
    mailed.filter((user) => user.mailTime !== 'AT_ONCE'),
  )
  await queueCopies(
    tx,
    { composer: COPIES, sourceId: due.announcementId, part: due.occurrence, subject: due.title },
    mailed
      .filter((user) => user.mailTime === 'AT_ONCE')
      .map(({ id, hours }) => ({ userId: id, sendAt: quietEndOf(hours) })),
  )
  await queueNotifications(
    portal,
    tx,
    due,
    stored.filter(({ pushed }) => pushed),
  )
  await portal.live.publishToUsers(tx, {
    topic: topicOf(due.method),
    userIds: stored.filter(({ online, muted }) => online && !muted).map(({ id }) => id),
    body: { event: 'delivered' },
  })
  return true
}

/** Sets when the digest with it is sent to each of these users. */
async function addToDigests(tx: Tx, { announcementId, occurrence }: Due, users: readonly Reached[]): Promise<void> {
  if (users.length === 0) return
  const times = users.map(({ mailTime, hours }) => mailTime !== 'AT_ONCE' && nextDigest(mailTime, hours!, Date.now()))
  await sql`
    update announcement_inbox i set digest_at = d.at
    from unnest(${users.map(({ id }) => id)}::bigint[], ${times}::timestamptz[]) as d(user_id, at)
    where i.announcement_id = ${announcementId} and i.occurrence = ${occurrence} and i.user_id = d.user_id`.execute(tx)
}

/** A notification for the browsers of each recipient: the title, and where it leads; after the quiet hours of each. */
async function queueNotifications(portal: AppContext, tx: Tx, due: Due, pushed: readonly Reached[]): Promise<void> {
  await queuePushes(
    tx,
    pushed.map(({ id, recipient, hours }) => {
      const texts = due.personal ? fillFor(due.personal, recipient!, { link: due.link, delivered: new Date() }) : due
      const message = { title: texts.title, text: '', link: addressOf(portal, texts.link) }
      return { userId: id, message, key: pushKey(due), sendAt: quietEndOf(hours) }
    }),
  )
}

function quietEndOf(hours: UserHours | null): Date | undefined {
  return hours ? quietEnd(hours, Date.now()) : undefined
}

/** The oldest delivery that is due. The announcement cannot be deactivated until the batch is stored. */
async function takeDue(tx: Tx): Promise<Due | undefined> {
  const { rows } = await sql<Due>`
    select d.id, d.announcement_id as "announcementId", d.occurrence, d.time_zone as "timeZone", d.takes_rest as "takesRest",
      d.last_user_id as "lastUserId", a.delivery_method as method, a.title, a.link, a.personal
    from announcement_deliveries d join announcements a on a.id = d.announcement_id
    where d.state = 'WAITING' and d.due_at <= now() and a.state = 'ENABLED' and (a.expiration_at is null or a.expiration_at > now())
    order by d.due_at, d.id limit 1 for update of d skip locked for share of a`.execute(tx)
  return rows[0]
}

/** The users whom this delivery is for: those in its zone, or who did not get the occurrence in another one. */
const inZone = ({ timeZone, takesRest }: Due) =>
  timeZone === null || takesRest ? sql`true` : sql`${zoneOfUser} = ${timeZone}`

/** Records how many users the delivery is for when it begins. */
async function countAddressed(tx: Tx, due: Due): Promise<void> {
  await sql`
    update announcement_deliveries set addressed = (
      select count(*) from announcements a cross join users u
      where a.id = ${due.announcementId} and ${isRecipient(storedRecipients)} and ${inZone(due)}
        and (${due.timeZone === null} or not exists (select from announcement_inbox i
          where i.announcement_id = ${due.announcementId} and i.occurrence = ${due.occurrence} and i.user_id = u.id)))
    where id = ${due.id}`.execute(tx)
}

async function store(tx: Tx, due: Due): Promise<Reached[]> {
  const { rows } = await sql<Reached>`
    with reached as materialized (
      select u.id, ${isMuted(storedNotification)} as muted, ${isMailed(storedNotification)} as mailed,
        ${mailTime(storedNotification)} as "mailTime", ${isPushed(storedNotification)} as pushed, ${userHours(storedNotification)} as hours
      from announcements a cross join users u ${settingsJoin(storedNotification)}
      where a.id = ${due.announcementId} and u.id > ${due.lastUserId} and ${isRecipient(storedRecipients)} and ${inZone(due)}
      order by u.id limit ${BATCH}
    ), stored as (
      insert into announcement_inbox (user_id, announcement_id, occurrence, muted, mailed)
      select id, ${due.announcementId}, ${due.occurrence}, muted, mailed from reached order by id
      on conflict (announcement_id, occurrence, user_id) do nothing returning user_id
    )
    select r.*, s.user_id is not null as stored,
      case when ${due.personal !== null} and r.pushed then (select ${recipientRow(accountsNamed)} from users u, announcements a where u.id = r.id and a.id = ${due.announcementId}) end as recipient,
      exists (select from sessions x where x.user_id = r.id and x.ended_at is null and x.expires_at > now()) as online
    from reached r left join stored s on s.user_id = r.id order by r.id`.execute(tx)
  return rows
}

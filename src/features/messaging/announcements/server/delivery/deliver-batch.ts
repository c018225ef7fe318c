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

type DueDelivery = {
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
type ReachedUser = {
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
  const dueDelivery = await takeDue(tx)
  if (!dueDelivery) return false
  if (dueDelivery.lastUserId === 0) await countAddressed(tx, dueDelivery)
  const users = await store(tx, dueDelivery)
  const storedUsers = users.filter((user) => user.stored)
  const mailedUsers = storedUsers.filter((user) => user.mailed)
  const isDone = users.length < BATCH
  await sql`
    update announcement_deliveries set last_user_id = ${users.at(-1)?.id ?? dueDelivery.lastUserId}, delivered = delivered + ${storedUsers.length},
      mailed = mailed + ${mailedUsers.length}, muted = muted + ${storedUsers.filter(({ muted }) => muted).length},
      late = late or (last_user_id = 0 and due_at < now() - make_interval(mins => ${LATE_MINUTES})),
      state = ${isDone ? 'DONE' : 'WAITING'}, finished_at = ${isDone ? sql`clock_timestamp()` : null}
    where id = ${dueDelivery.id}`.execute(tx)
  await addToDigests(
    tx,
    dueDelivery,
    mailedUsers.filter((user) => user.mailTime !== 'AT_ONCE'),
  )
  await queueCopies(
    tx,
    {
      composer: COPIES,
      sourceId: dueDelivery.announcementId,
      part: dueDelivery.occurrence,
      subject: dueDelivery.title,
    },
    mailedUsers
      .filter((user) => user.mailTime === 'AT_ONCE')
      .map(({ id, hours }) => ({ userId: id, sendAt: quietEndOf(hours) })),
  )
  await queueNotifications(
    portal,
    tx,
    dueDelivery,
    storedUsers.filter(({ pushed }) => pushed),
  )
  await portal.live.publishToUsers(tx, {
    topic: topicOf(dueDelivery.method),
    userIds: storedUsers.filter(({ online, muted }) => online && !muted).map(({ id }) => id),
    body: { event: 'delivered' },
  })
  return true
}

/** Sets when the digest with it is sent to each of these users. */
async function addToDigests(
  tx: Tx,
  { announcementId, occurrence }: DueDelivery,
  users: readonly ReachedUser[],
): Promise<void> {
  if (users.length === 0) return
  const times = users.map(({ mailTime, hours }) => mailTime !== 'AT_ONCE' && nextDigest(mailTime, hours!, Date.now()))
  await sql`
    update announcement_inbox i set digest_at = d.at
    from unnest(${users.map(({ id }) => id)}::bigint[], ${times}::timestamptz[]) as d(user_id, at)
    where i.announcement_id = ${announcementId} and i.occurrence = ${occurrence} and i.user_id = d.user_id`.execute(tx)
}

/** A notification for the browsers of each recipient: the title, and where it leads; after the quiet hours of each. */
async function queueNotifications(
  portal: AppContext,
  tx: Tx,
  dueDelivery: DueDelivery,
  pushedUsers: readonly ReachedUser[],
): Promise<void> {
  await queuePushes(
    tx,
    pushedUsers.map(({ id, recipient, hours }) => {
      const texts = dueDelivery.personal
        ? fillFor(dueDelivery.personal, recipient!, { link: dueDelivery.link, delivered: new Date() })
        : dueDelivery
      const message = { title: texts.title, text: '', link: addressOf(portal, texts.link) }
      return { userId: id, message, key: pushKey(dueDelivery), sendAt: quietEndOf(hours) }
    }),
  )
}

function quietEndOf(hours: UserHours | null): Date | undefined {
  return hours ? quietEnd(hours, Date.now()) : undefined
}

/** The oldest delivery that is due. The announcement cannot be deactivated until the batch is stored. */
async function takeDue(tx: Tx): Promise<DueDelivery | undefined> {
  const { rows } = await sql<DueDelivery>`
    select d.id, d.announcement_id as "announcementId", d.occurrence, d.time_zone as "timeZone", d.takes_rest as "takesRest",
      d.last_user_id as "lastUserId", a.delivery_method as method, a.title, a.link, a.personal
    from announcement_deliveries d join announcements a on a.id = d.announcement_id
    where d.state = 'WAITING' and d.due_at <= now() and a.state = 'ENABLED' and (a.expiration_at is null or a.expiration_at > now())
    order by d.due_at, d.id limit 1 for update of d skip locked for share of a`.execute(tx)
  return rows[0]
}

/** The users whom this delivery is for: those in its zone, or who did not get the occurrence in another one. */
const inZone = ({ timeZone, takesRest }: DueDelivery) =>
  timeZone === null || takesRest ? sql`true` : sql`${zoneOfUser} = ${timeZone}`

/** Records how many users the delivery is for when it begins. */
async function countAddressed(tx: Tx, dueDelivery: DueDelivery): Promise<void> {
  await sql`
    update announcement_deliveries set addressed = (
      select count(*) from announcements a cross join users u
      where a.id = ${dueDelivery.announcementId} and ${isRecipient(storedRecipients)} and ${inZone(dueDelivery)}
        and (${dueDelivery.timeZone === null} or not exists (select from announcement_inbox i
          where i.announcement_id = ${dueDelivery.announcementId} and i.occurrence = ${dueDelivery.occurrence} and i.user_id = u.id)))
    where id = ${dueDelivery.id}`.execute(tx)
}

async function store(tx: Tx, dueDelivery: DueDelivery): Promise<ReachedUser[]> {
  const { rows } = await sql<ReachedUser>`
    with reached as materialized (
      select u.id, ${isMuted(storedNotification)} as muted, ${isMailed(storedNotification)} as mailed,
        ${mailTime(storedNotification)} as "mailTime", ${isPushed(storedNotification)} as pushed, ${userHours(storedNotification)} as hours
      from announcements a cross join users u ${settingsJoin(storedNotification)}
      where a.id = ${dueDelivery.announcementId} and u.id > ${dueDelivery.lastUserId} and ${isRecipient(storedRecipients)} and ${inZone(dueDelivery)}
      order by u.id limit ${BATCH}
    ), stored as (
      insert into announcement_inbox (user_id, announcement_id, occurrence, muted, mailed)
      select id, ${dueDelivery.announcementId}, ${dueDelivery.occurrence}, muted, mailed from reached order by id
      on conflict (announcement_id, occurrence, user_id) do nothing returning user_id
    )
    select r.*, s.user_id is not null as stored,
      case when ${dueDelivery.personal !== null} and r.pushed then (select ${recipientRow(accountsNamed)} from users u, announcements a where u.id = r.id and a.id = ${dueDelivery.announcementId}) end as recipient,
      exists (select from sessions x where x.user_id = r.id and x.ended_at is null and x.expires_at > now()) as online
    from reached r left join stored s on s.user_id = r.id order by r.id`.execute(tx)
  return rows
}

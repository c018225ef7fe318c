import { sql } from 'kysely'
import { dropPushes } from '#features/messaging/web-push/server/index.ts'
import { type NotificationChannel, notificationChannels } from '#kit/contract/notification-channels.ts'
import type { Tx } from '#kit/server/database.ts'
import { replaceInWaitingMails, takeWaitingMails } from '#kit/server/mail.ts'
import {
  type MailOutcome,
  type NewNotification,
  type NotificationKind,
  type NotificationRecipient,
  type Notifier,
  type TakenBack,
  type ToTakeBack,
  textsOf,
} from '#kit/server/notification.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { notificationsChanged } from '../contract.ts'
import type { Notice } from './channel.ts'
import { pushKeyOf } from './channels/push.ts'
import { channels } from './channels.ts'
import { deliveryTo, type Outcome, recipientFacts, type UserDelivery } from './delivery-to.ts'
import { storeRows } from './notification-rows.ts'

/** The notifier of a portal. */
export function openNotifier(portal: AppContext): Notifier {
  return {
    notify: (tx, kind, notification) => notify(portal, tx, kind, notification),
    async mailOutcomes(db, { group }, { userIds, urgent }) {
      const facts = await recipientFacts(db, group, userIds)
      const now = Date.now()
      return new Map(facts.map((one) => [one.userId, outcomeOf(deliveryTo(one, { group, urgent }, now).mail)]))
    },
    async takeBack(tx, at) {
      const taken = await takeBack(tx, at)
      const userIds = taken.flatMap(({ userId, row }) => (row?.listed ? userId : []))
      if (userIds.length > 0)
        await portal.live.publishToUsers(tx, { topic: notificationsChanged, userIds, body: { event: 'changed' } })
      return taken
    },
    async replaceText(tx, thread, { before, after }) {
      await sql`
        update notifications set title = replace(title, ${before}, ${after}), text = replace(text, ${before}, ${after})
        where thread = ${thread}`.execute(tx)
      await replaceInWaitingMails(tx, thread, { before, after })
    },
  }
}

function outcomeOf(outcome: Outcome): MailOutcome {
  if (typeof outcome === 'string') return outcome
  return 'digestAt' in outcome ? 'IN_DIGEST' : 'AFTER_QUIET_HOURS'
}

async function notify<Kind extends NotificationKind>(
  portal: AppContext,
  tx: Tx,
  kind: Kind,
  notification: NewNotification<Kind>,
): Promise<void> {
  const { to, values, link, thread, urgent = kind.urgent === true, restated } = notification
  const key = notification.key ?? crypto.randomUUID()
  const texts = textsOf(kind, values)
  const shared = { kind, key, ...texts, link, thread }
  const noticeTo = ({ userId, address }: { userId?: number; address: string }, sendAt?: Date): Notice => ({
    ...shared,
    userId,
    address,
    sendAt,
    mail: typeof notification.mail === 'function' ? notification.mail({ userId, address }) : (notification.mail ?? {}),
  })
  // What is written again is new to no user: what waits as mail is mailed, and nothing else happens.
  const only = kind.mailOnly || restated ? (['mail'] as const) : undefined
  const users = await withDelivery(tx, kind, { to, urgent, only })
  const fresh = kind.mailOnly
    ? users
    : await storeRows(tx, users, { ...shared, readable: notification.readable, restated })
  const waiting = restated && new Set(restated.flatMap(({ mailWaits, userId }) => (mailWaits ? userId : [])))
  const reached = waiting ? fresh.filter(({ facts }) => waiting.has(facts.userId)) : fresh
  for (const name of notificationChannels) {
    const notices = reached.flatMap(({ facts, delivery }) => {
      const outcome = delivery[name]
      if (outcome === 'NOW') return noticeTo(facts)
      return outcome !== 'NONE' && 'at' in outcome ? noticeTo(facts, outcome.at) : []
    })
    const outside = name === 'mail' ? to.flatMap((one) => ('address' in one ? noticeTo(one) : [])) : []
    await channels[name].deliver(portal, tx, [...notices, ...outside])
  }
}

async function withDelivery(
  tx: Tx,
  { group }: NotificationKind,
  {
    to,
    urgent,
    only,
  }: {
    readonly to: readonly NotificationRecipient[]
    readonly urgent: boolean
    readonly only: readonly NotificationChannel[] | undefined
  },
): Promise<UserDelivery[]> {
  const users = new Map(to.flatMap((one) => ('userId' in one ? [[one.userId, one.channels] as const] : [])))
  const now = Date.now()
  return (await recipientFacts(tx, group, [...users.keys()])).map((facts) => ({
    facts,
    delivery: deliveryTo(facts, { group, urgent, only: only ?? users.get(facts.userId) }, now),
  }))
}

async function takeBack(tx: Tx, { thread, keys, userId }: ToTakeBack): Promise<TakenBack[]> {
  const waiting = (await takeWaitingMails(tx, thread, { keys, userId })).map(partsOf)
  const { rows } = await sql<Pick<TakenBack, 'kind' | 'key' | 'userId'> & NonNullable<TakenBack['row']>>`
    delete from notifications where thread = ${thread} and (${keys === 'all'} or key = any(${keys === 'all' ? [] : [...keys]}::text[]))
      and ${userId === undefined ? sql`true` : sql`user_id = ${userId}`}
    returning kind, key, user_id as "userId", at, read_at as "readAt", listed, digest_at as "digestAt"`.execute(tx)
  for (const key of new Set(rows.map((row) => pushKeyOf(row.kind, row.key)))) await dropPushes(tx, key, userId)
  const idOf = ({ kind, key, userId }: Pick<TakenBack, 'kind' | 'key' | 'userId'>) => `${kind} ${key} ${userId}`
  const withMail = new Set(waiting.map(idOf))
  const withRow = rows.map(({ kind, key, userId, ...row }) => ({
    kind,
    key,
    userId,
    mailWaits: withMail.has(idOf({ kind, key, userId })),
    row,
  }))
  const ids = new Set(withRow.map(idOf))
  return [
    ...withRow,
    ...waiting.filter((one) => !ids.has(idOf(one))).map((one) => ({ ...one, mailWaits: true, row: null })),
  ]
}

/** The kind, the key and the user of the key of a mail: see `mailKeyOf`. */
function partsOf(mailKey: string): Pick<TakenBack, 'kind' | 'key' | 'userId'> {
  const [kind = '', ...others] = mailKey.split(' ')
  return { kind, key: others.slice(0, -1).join(' '), userId: Number(others.at(-1)) }
}

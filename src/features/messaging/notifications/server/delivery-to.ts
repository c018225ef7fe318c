import { type RawBuilder, sql } from 'kysely'
import { nextDigest, quietEnd, type UserHours } from '#features/messaging/delivery-times/server/index.ts'
import { zoneOfUser } from '#features/messaging/templates/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import type { NotificationChannel, NotificationGroup } from '#kit/server/notification.ts'
import { type ChannelChoices, channelChoices } from '../contract.ts'

/** What decides how a user is notified of a group. */
export type RecipientFacts = {
  readonly userId: number
  readonly address: string
  /** May sign in. */
  readonly active: boolean
  /** Wants no notifications but those about their own account. */
  readonly blocking: boolean
  readonly choices: ChannelChoices
  readonly hours: UserHours
  /** Whether a browser of the user shows notifications. */
  readonly hasBrowser: boolean
}

/** What the channels do for one user; a date is the end of their quiet hours. */
export type Delivery = {
  readonly inbox: boolean
  readonly mail: 'NOW' | 'NONE' | { readonly at: Date } | { readonly digestAt: Date }
  readonly push: 'NOW' | 'NONE' | { readonly at: Date }
}

/** A user and what the channels do for them. */
export type UserDelivery = { readonly facts: RecipientFacts; readonly delivery: Delivery }

const nothing: Delivery = { inbox: false, mail: 'NONE', push: 'NONE' }

/** How a user is notified now. Urgent notifications wait neither for a digest nor for the end of quiet hours. */
export function deliveryTo(
  { active, blocking, choices, hours, hasBrowser }: RecipientFacts,
  {
    group,
    urgent,
    channels,
  }: {
    readonly group: NotificationGroup
    readonly urgent: boolean
    readonly channels?: readonly NotificationChannel[] | undefined
  },
  now: number,
): Delivery {
  const required = group.required === true
  if (!required && (!active || blocking)) return nothing
  const has = (channel: NotificationChannel) =>
    (channels?.includes(channel) ?? true) && (required || choices[channel] !== 'OFF')
  const end = required || urgent ? undefined : quietEnd(hours, now)
  const waits = end ? { at: end } : 'NOW'
  const when = required || urgent ? 'AT_ONCE' : choices.mail
  return {
    inbox: has('inbox'),
    mail: !has('mail')
      ? 'NONE'
      : when === 'DAILY' || when === 'WEEKLY'
        ? { digestAt: nextDigest(when, hours, now) }
        : waits,
    push: has('push') && hasBrowser ? waits : 'NONE',
  }
}

/** What the user `u` chose for a group, as JSON (`ChannelChoices`). */
export function choicesOf({ name, subscription }: NotificationGroup): RawBuilder<ChannelChoices> {
  const chosen = (channel: NotificationChannel) => sql`coalesce((select s.choice from notification_settings s
    where s.user_id = u.id and s.group_name = ${name} and s.channel = ${channel}), ${channelChoices[channel][0]})`
  const mail = subscription
    ? sql`case when ${subscription}::text = any(u.subscriptions) then ${chosen('mail')} else 'OFF' end`
    : chosen('mail')
  return sql<ChannelChoices>`json_build_object('inbox', ${chosen('inbox')}, 'mail', ${mail}, 'push', ${chosen('push')})`
}

/** What decides how these users are notified of a group, in their order; those who were erased are left out. */
export async function recipientFacts(
  db: Database | Tx,
  group: NotificationGroup,
  userIds: readonly number[],
): Promise<RecipientFacts[]> {
  if (userIds.length === 0) return []
  const { rows } = await sql<RecipientFacts>`
    select u.id as "userId", u.email as address, u.state in ('active', 'candidateForDeletion', 'lockedOut') as active, u.notification_blocking as blocking,
      ${choicesOf(group)} as choices, json_build_object('zone', ${zoneOfUser}, 'digestHour', coalesce(h.digest_hour, 8),
        'digestDay', coalesce(h.digest_day, 'MO'), 'quietFrom', h.quiet_from, 'quietUntil', h.quiet_until) as hours,
      exists (select from push_subscriptions b where b.user_id = u.id) as "hasBrowser"
    from users u left join notification_hours h on h.user_id = u.id
    where u.id = any(${[...userIds]}::bigint[]) and u.erased_at is null order by array_position(${[...userIds]}::bigint[], u.id)`.execute(
    db,
  )
  return rows
}

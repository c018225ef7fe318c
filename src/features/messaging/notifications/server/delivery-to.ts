import { type RawBuilder, sql } from 'kysely'
import { nextDigest, quietEnd } from '#features/messaging/delivery-times/server/index.ts'
import { zoneOfUser } from '#features/messaging/templates/server/index.ts'
import { channelChoices, type NotificationChannel, notificationChannels } from '#kit/contract/notification-channels.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import type { NotificationGroup } from '#kit/server/notification.ts'
import type { ChannelChoices } from '../contract.ts'
import type { RecipientFacts } from './channel.ts'
import { channels } from './channels.ts'

/** What a channel does for a user: now, at the end of their quiet hours, in their digest, or nothing. */
export type Outcome = 'NOW' | 'NONE' | { readonly at: Date } | { readonly digestAt: Date }
export type Delivery = Readonly<Record<NotificationChannel, Outcome>>

/** A user and what the channels do for them. */
export type UserDelivery = { readonly facts: RecipientFacts; readonly delivery: Delivery }

type Of = {
  readonly group: NotificationGroup
  readonly urgent: boolean
  /** These alone. */
  readonly only?: readonly NotificationChannel[] | undefined
}

/** How a user is notified now. Urgent notifications wait neither for a digest nor for the end of quiet hours. */
export function deliveryTo(facts: RecipientFacts, { group, urgent, only }: Of, now: number): Delivery {
  const { active, blocking, choices, hours } = facts
  const required = group.required === true
  const isNotified = required || (active && !blocking)
  const waits = !required && !urgent
  const end = waits ? quietEnd(hours, now) : undefined
  const outcomeOf = (name: NotificationChannel): Outcome => {
    const { isQuiet, reaches } = channels[name]
    const choice = required ? undefined : choices[name]
    if (!isNotified || choice === 'OFF' || only?.includes(name) === false || reaches?.(facts) === false) return 'NONE'
    if (waits && (choice === 'DAILY' || choice === 'WEEKLY')) return { digestAt: nextDigest(choice, hours, now) }
    return end && !isQuiet ? { at: end } : 'NOW'
  }
  return Object.fromEntries(notificationChannels.map((name) => [name, outcomeOf(name)])) as Delivery
}

/** What the user `u` chose for a group, as JSON (`ChannelChoices`). */
export function choicesOf({ name, subscription }: NotificationGroup): RawBuilder<ChannelChoices> {
  const choiceFor = (channel: NotificationChannel) => sql`coalesce((select s.choice from notification_settings s
    where s.user_id = u.id and s.group_name = ${name} and s.channel = ${channel}), ${channelChoices[channel][0]})`
  const choices = notificationChannels.map((channel) =>
    channel === 'mail' && subscription
      ? sql`'mail', case when ${subscription}::text = any(u.subscriptions) then ${choiceFor('mail')} else 'OFF' end`
      : sql`${channel}::text, ${choiceFor(channel)}`,
  )
  return sql<ChannelChoices>`json_build_object(${sql.join(choices)})`
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

import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import type { NewNotification, NotificationKind, TakenBack } from '#kit/server/notification.ts'
import type { UserDelivery } from './delivery-to.ts'

/** Of the text in the inbox and in a digest. */
const LONGEST = 2000

type Row = {
  readonly kind: NotificationKind
  readonly key: string
  readonly title: string
  readonly text: string
  readonly link?: string | undefined
  readonly thread?: string | undefined
  readonly readable: NewNotification<NotificationKind>['readable']
  readonly restated: readonly TakenBack[] | undefined
}

/**
 * Stores the notification of each user: listed in their inbox, waiting for their digest, or as the mark that they were
 * notified. Returns those who had none of the kind with the key. One that is written again keeps its time and state.
 */
export async function storeRows(
  tx: Tx,
  users: readonly UserDelivery[],
  { kind, key, title, text, link, thread, readable, restated }: Row,
): Promise<UserDelivery[]> {
  if (users.length === 0) return []
  const rows = users.map(({ facts: { userId }, delivery }) => {
    const before = restated?.find((one) => one.userId === userId && one.kind === kind.name && one.key === key)?.row
    const { mail } = delivery
    const digestAt = typeof mail === 'object' && 'digestAt' in mail ? mail.digestAt : null
    return {
      user_id: userId,
      listed: before?.listed ?? delivery.inbox !== 'NONE',
      digest_at: before ? before.digestAt : digestAt,
      at: before?.at ?? null,
      read_at: before?.readAt ?? null,
    }
  })
  const { rows: stored } = await sql<{ userId: number }>`
    insert into notifications (user_id, kind, group_name, key, thread, title, text, link, permission, account_id, listed, digest_at, at, read_at)
    select user_id, ${kind.name}, ${kind.group.name}, ${key}, ${thread ?? null}, ${title}, ${text.slice(0, LONGEST)}, ${link ?? null},
      ${readable?.permission.name ?? null}, ${readable?.accountId ?? null}::bigint, listed, digest_at, coalesce(at, clock_timestamp()), read_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(user_id bigint, listed boolean, digest_at timestamptz, at timestamptz, read_at timestamptz)
    on conflict (user_id, kind, key) do nothing returning user_id as "userId"`.execute(tx)
  const ids = new Set(stored.map(({ userId }) => userId))
  return users.filter(({ facts }) => ids.has(facts.userId))
}

/** Removes the notifications of an erased user and their choices. */
export async function removeUserFromNotifications(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('notifications').where('user_id', '=', userId).execute()
  await tx.deleteFrom('notification_settings').where('user_id', '=', userId).execute()
}

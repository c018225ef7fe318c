import { sql } from 'kysely'
import { zoneOfUser } from '#features/messaging/templates/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import type { MailTime } from '../contract.ts'
import { nextDigest, type UserHours } from './notification-hours.ts'

/** When the next digest of each of these users is, at the hour and in the zone that they chose for all digests. */
export async function digestTimes(
  tx: Tx,
  users: readonly { readonly id: number; readonly when: Exclude<MailTime, 'AT_ONCE'> }[],
): Promise<ReadonlyMap<number, Date>> {
  if (users.length === 0) return new Map()
  const { rows } = await sql<UserHours & { id: number }>`
    select u.id, ${zoneOfUser} as zone, coalesce(h.digest_hour, 8) as "digestHour", coalesce(h.digest_day, 'MO') as "digestDay",
      h.quiet_from as "quietFrom", h.quiet_until as "quietUntil"
    from users u left join notification_hours h on h.user_id = u.id where u.id = any(${users.map(({ id }) => id)}::bigint[])`.execute(
    tx,
  )
  const now = Date.now()
  const whenOf = new Map(users.map(({ id, when }) => [id, when]))
  return new Map(rows.map(({ id, ...hours }) => [id, nextDigest(whenOf.get(id) ?? 'DAILY', hours, now)]))
}

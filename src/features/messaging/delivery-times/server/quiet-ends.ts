import { sql } from 'kysely'
import { zoneOfUser } from '#features/messaging/templates/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { quietEnd, type UserHours } from './notification-hours.ts'

/** When the quiet hours end of those of these users who have them at this moment. */
export async function quietEnds(tx: Database | Tx, userIds: readonly number[]): Promise<ReadonlyMap<number, Date>> {
  const { rows } = await sql<UserHours & { id: number }>`
    select u.id, ${zoneOfUser} as zone, h.digest_hour as "digestHour", h.digest_day as "digestDay",
      h.quiet_from as "quietFrom", h.quiet_until as "quietUntil"
    from users u join notification_hours h on h.user_id = u.id
    where u.id = any(${[...userIds]}::bigint[]) and h.quiet_from is not null`.execute(tx)
  const now = Date.now()
  return new Map(
    rows.flatMap(({ id, ...hours }) => {
      const end = quietEnd(hours, now)
      return end ? [[id, end] as const] : []
    }),
  )
}

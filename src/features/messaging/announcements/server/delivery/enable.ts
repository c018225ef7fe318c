import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { planDeliveries } from './plan-deliveries.ts'

/** Enables an announcement and plans its deliveries; occurrences of the time in which it was inactive are left out. */
export async function enable(tx: Tx, id: number): Promise<void> {
  await sql`update announcements set state = 'ENABLED', updated_at = clock_timestamp() where id = ${id}`.execute(tx)
  await planDeliveries(tx, id, { from: new Date() })
}

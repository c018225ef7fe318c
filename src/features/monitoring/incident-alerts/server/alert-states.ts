import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'

/** Who acknowledged or closed an alert: a user of the portal, or a user of a connected alerting system. */
export type DoneBy = {
  readonly userId: number | null
  readonly outside?: { readonly system: string; readonly user: string | null }
}

/** Stores that an alert is acknowledged. */
export async function acknowledgeRow(tx: Tx, id: number, { userId, outside }: DoneBy): Promise<void> {
  await sql`
    update incident_alerts set state = 'ACKNOWLEDGED', acknowledged_by = ${userId}, acknowledged_at = now(), next_notice_at = null,
      acknowledged_in = ${outside?.system ?? null}, acknowledged_name = ${outside?.user ?? null}, version = version + 1 where id = ${id}`.execute(
    tx,
  )
}

/** Stores that an alert is closed, by a user or because its case is. */
export async function closeRow(tx: Tx, id: number, { userId, outside }: DoneBy): Promise<void> {
  await sql`
    update incident_alerts set state = 'CLOSED', closed_by = ${userId}, closed_at = now(), next_notice_at = null,
      closed_in = ${outside?.system ?? null}, closed_name = ${outside?.user ?? null}, version = version + 1 where id = ${id}`.execute(
    tx,
  )
}

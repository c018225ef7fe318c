import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import type { SlaPlan, SlaTarget } from '../contract.ts'

/** The targets, of one plan and priority on request. */
export async function findTargets(
  db: Database | Tx,
  only: { readonly plan: SlaPlan; readonly priority: string } | null,
): Promise<SlaTarget[]> {
  const { rows } = await sql<SlaTarget>`
    select plan, priority, first_response as "firstResponse", next_update as "nextUpdate", resolution, business, version from sla_targets
    where ${only ? sql`plan = ${only.plan} and priority = ${only.priority}` : sql`true`}
    order by array_position('{ENTERPRISE,ESSENTIALS,CONNECTED}'::text[], plan), array_position('{CRITICAL,HIGH,MEDIUM,LOW}'::text[], priority)`.execute(
    db,
  )
  return rows
}

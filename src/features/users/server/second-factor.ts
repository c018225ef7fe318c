import { sql } from 'kysely'
import { vendorRoles } from '#features/roles/contract.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import type { PortalConfig } from '#kit/server/portal.ts'

const vendor = Object.keys(vendorRoles)

/** Whether a person must have a second factor: vendor roles always, customers where one of their accounts demands it; nobody in a demo. */
export async function needsSecondFactor(
  db: Database | Tx,
  config: Pick<PortalConfig, 'demo'>,
  personId: number,
): Promise<boolean> {
  if (config.demo) return false
  const { rows } = await sql<{ needed: boolean }>`
    select exists (select from role_grants g left join accounts a on a.id = g.account_id
      where g.user_id = ${personId} and (g.role = any(${vendor}) or a.requires_mfa)) as needed`.execute(db)
  return rows[0]!.needed
}

import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import operators from './demo-data/operators.json' with { type: 'json' }

/**
 * Creates the invented operators with their deployments; returns account ids by name. Parents come before children in
 * the data.
 */
export async function makeDemoAccounts(db: Database): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const operator of operators) {
    const { id } = await db
      .insertInto('accounts')
      .values({
        name: operator.name,
        display_name: operator.displayName,
        account_type: operator.accountType,
        region: operator.region,
        country: operator.country,
        city: operator.city,
        time_zone: operator.timeZone,
        stage: operator.stage,
        is_federated: operator.isFederated,
        is_parent: operator.isParent,
        view_only: operator.viewOnly,
        parent_id: operator.parentAccount === null ? null : (ids.get(operator.parentAccount) ?? null),
        domains: operator.domains,
        crm_id: operator.crmId,
        project_key: operator.projectKey,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.set(operator.name, id)
    if (operator.deployments.length === 0) continue
    await db
      .insertInto('deployments')
      .values(
        operator.deployments.map((deployment) => ({
          account_id: id,
          name: deployment.name,
          version: deployment.version,
          type: typeOf(deployment.version),
          software_version: deployment.softwareVersion,
          stage: deployment.stage,
          modems: deployment.modems,
          onus: deployment.onus,
          exclude_from_total_cm_count: deployment.excludeFromTotalCmCount,
        })),
      )
      .execute()
  }
  return ids
}

/** Gives each demo account its customer-success manager, by full name; accounts without a match stay without one. */
export async function assignDemoCsms(db: Database): Promise<void> {
  const csms = JSON.stringify(operators.map(({ name, csm }) => ({ name, csm })))
  await sql`
    update accounts set csm_id = users.id from jsonb_to_recordset(${csms}::jsonb) as wanted(name text, csm text)
    join users on users.full_name = wanted.csm where accounts.name = wanted.name`.execute(db)
}

function typeOf(version: string): string {
  if (version === 'cOS-CN-PON') return 'CN-PON'
  return version === 'cOS-CN-DOCSIS' ? 'CN-DOCSIS' : 'DOCSIS'
}

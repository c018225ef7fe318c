import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import type { HeldPlan } from './analytics-system.ts'
import { comparedPlans } from './compare-plans.ts'

/** The plan and the services that an account has in the portal; undefined where it has no subscription. */
export async function currentPlan(db: Database | Tx, accountId: number): Promise<HeldPlan | undefined> {
  const { rows } = await sql<HeldPlan>`
    select a.name as account, p.name as plan, current.services from ${comparedPlans} where s.account_id = ${accountId}`.execute(
    db,
  )
  return rows[0]
}

/** Stores what was pushed as what the analytics system has. False where the account was erased. */
export async function storePlan(tx: Tx, accountId: number, { plan, services }: HeldPlan): Promise<boolean> {
  const { rows } = await sql`
    insert into analytics_plans (account_id, plan, services)
    select id, ${plan}, ${JSON.stringify(services)}::jsonb from accounts where id = ${accountId} and deleted_at is null
    on conflict (account_id) do update set plan = excluded.plan, services = excluded.services, pushed_at = clock_timestamp()
    returning 1`.execute(tx)
  return rows.length > 0
}

/** Stores what was read of the analytics system in place of what was known: accounts that it does not have included. */
export async function storeReadPlans(tx: Tx, plans: readonly HeldPlan[]): Promise<void> {
  const json = JSON.stringify(plans)
  await sql`
    with held as (
      select a.id, h.plan, h.services from jsonb_to_recordset(${json}::jsonb) as h (account text, plan text, services jsonb)
      join accounts a on a.name = h.account and a.deleted_at is null
    ), gone as (
      delete from analytics_plans n where not exists (select from held where held.id = n.account_id)
    )
    insert into analytics_plans (account_id, plan, services, pushed_at) select id, plan, services, null from held
    on conflict (account_id) do update set plan = excluded.plan, services = excluded.services`.execute(tx)
}

/** Deletes what is stored of an account. */
export async function erasePlan(tx: Tx, accountId: number): Promise<void> {
  await sql`delete from analytics_plans where account_id = ${accountId}`.execute(tx)
}

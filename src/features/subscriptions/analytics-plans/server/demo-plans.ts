import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { currentPlan, storePlan } from './plan-store.ts'

/** Pushes the plans of the demo's accounts, except those of two: one was never pushed, of one the plan has changed since. */
export async function makeDemoAnalyticsPlans(tx: Tx): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select s.account_id as id from subscriptions s join accounts a on a.id = s.account_id where s.plan_id is not null order by a.name`.execute(
    tx,
  )
  for (const { id } of rows.slice(1)) await storePlan(tx, id, (await currentPlan(tx, id))!)
  await sql`
    update analytics_plans set plan = 'connected', services = services - 'facet-users-max-users' where account_id = ${rows.at(-1)?.id ?? null}`.execute(
    tx,
  )
}

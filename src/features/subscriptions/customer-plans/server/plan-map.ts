import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import type { Session } from '#kit/server/session.ts'
import type { PlanSummary } from '../contract.ts'
import { daysLeftSql, stateSql } from './subscription-json.ts'
import { subscriptionSeen } from './subscription-store.ts'

/** The plans of all accounts whose subscription the session sees, by account name, in one statement. */
export async function planMapOf(db: Database, session: Session): Promise<Record<string, PlanSummary>> {
  const { rows } = await sql<{ map: Record<string, PlanSummary> }>`
    select coalesce(json_object_agg(a.name, json_build_object('plan', p.name, 'state', ${sql.raw(stateSql)},
      'daysLeft', ${sql.raw(daysLeftSql)})), '{}') as map
    from subscriptions s join accounts a on a.id = s.account_id left join plans p on p.id = s.plan_id
    where ${subscriptionSeen(session)}`.execute(db)
  return rows[0]!.map
}

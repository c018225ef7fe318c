import { sql } from 'kysely'
import { readAnalytics } from '#features/monitoring/metrics/contract.ts'
import type { Database } from '#kit/server/database.ts'
import { RawJson } from '#kit/server/handler-response.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { serve } from '#kit/server/serve/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { isoJson, isoSql } from '#kit/server/sql-text.ts'
import { type AccountSummary, readSummaryMap } from '../contract.ts'
import { requireAccount } from './config-routes.ts'
import { named, seen } from './deployment-store.ts'
import { HISTORY_STEP_MS } from './read-figures.ts'
import { openOutages, stateSql } from './state-sql.ts'

const RECENT = 36

/** Serves the state of monitoring of all accounts that the user sees, in one query. */
export function serveSummary(portal: AppContext): void {
  serve(portal, readSummaryMap, async ({ session, query }) => {
    if (query.account !== undefined) await requireAccount(portal.db, session, query.account, readAnalytics)
    const now = Date.now()
    const map = await summaryText(portal.db, { session, account: query.account, now })
    return new RawJson(`{"map":${map},"readAt":"${new Date(now).toISOString()}"}`)
  })
}

/** The same as values: account name → its summary. */
export async function readSummary(
  db: Database,
  scope: Parameters<typeof summaryText>[1],
): Promise<Readonly<Record<string, AccountSummary>>> {
  return JSON.parse(await summaryText(db, scope))
}

async function summaryText(
  db: Database,
  { session, account, now }: { session: Session; account: string | undefined; now: number },
): Promise<string> {
  const newest = isoJson('to_timestamp(newest_ms / 1000.0)')
  const first = Math.floor(now / HISTORY_STEP_MS) * HISTORY_STEP_MS - (RECENT - 1) * HISTORY_STEP_MS
  const { rows } = await sql<{ map: string }>`
    with deployment as (
      select d.*, f.newest_ms, f.online, f.known, coalesce(o.outages, 0) as outages,
        ${stateSql(now)} as state
      from accounts a join deployments d on d.account_id = a.id left join deployment_figures f on f.deployment_id = d.id
        left join ${openOutages} o
          on o.deployment_id = d.id
      where a.deleted_at is null and ${seen(session, readAnalytics)} and ${named(account)}
    ), figures as (
      select account_id, array_agg(state) as states, sum(online) filter (where counted) as online, sum(known) filter (where counted) as known,
        sum(outages)::int as outages, max(newest_ms) as newest_ms,
        json_agg(json_build_object('id', id::text, 'name', name, 'version', version, 'softwareVersion', software_version, 'stage', stage, 'state', state,
          'excludeFromTotalCmCount', exclude_from_total_cm_count, 'online', case when state <> 'MISSING' then online end,
          'known', case when state <> 'MISSING' then known end, 'outages', outages, 'newest', ${sql.raw(newest)}) order by name) as deployments
      from (select *, state not in ('MISSING', 'OFF') and not exclude_from_total_cm_count as counted from deployment) d group by account_id
    ), history as (
      select d.account_id, h.at_ms, sum(h.online) as online from deployment d join deployment_figure_history h on h.deployment_id = d.id
      where h.at_ms >= ${first} and d.enable_monitoring and not d.exclude_from_total_cm_count group by d.account_id, h.at_ms
    ), recent as (
      select a.account_id, json_agg(h.online order by step) as points from figures a cross join generate_series(0, ${RECENT - 1}) step
        left join history h on h.account_id = a.account_id and h.at_ms = ${first}::bigint + step * ${HISTORY_STEP_MS}::bigint group by a.account_id
    )
    select coalesce(json_object_agg(a.name, json_build_object('id', a.id::text, 'displayName', a.display_name, 'stage', a.stage,
      'state', case when 'OUTAGE' = any(f.states) then 'OUTAGE' when 'DEGRADED' = any(f.states) then 'DEGRADED' when 'MISSING' = any(f.states) then 'MISSING'
        when 'FINE' = any(f.states) then 'FINE' else 'OFF' end,
      'online', f.online, 'known', f.known, 'outages', f.outages, 'newest', ${isoSql('to_timestamp(f.newest_ms / 1000.0)')}, 'recent', r.points,
      'deployments', f.deployments) order by a.display_name)::text, '{}') as map
    from figures f join accounts a on a.id = f.account_id join recent r on r.account_id = f.account_id`.execute(db)
  return rows[0]!.map
}

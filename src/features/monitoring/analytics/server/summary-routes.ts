import { sql } from 'kysely'
import { readAnalytics } from '#features/monitoring/metrics/contract.ts'
import type { Database } from '#kit/server/database.ts'
import { RawJson } from '#kit/server/handler-response.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { serve } from '#kit/server/serve/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import { type AccountSummary, readSummaryMap } from '../contract.ts'
import { requireAccount } from './config-routes.ts'
import { accountCondition, inVisibleAccounts } from './deployment-store.ts'
import { emptyLine, lineSql } from './figure-lines.ts'
import { openOutages, stateSql } from './state-sql.ts'

/** Serves the state of monitoring of all accounts that the user sees, in one query. */
export function serveSummary(portal: AppContext): void {
  serve(portal, readSummaryMap, async ({ session, query }) => {
    if (query.account !== undefined)
      await requireAccount(portal.db, session, { name: query.account, permission: readAnalytics })
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
  // The lines of most accounts are those of their only deployment; only the others are added up.
  const { rows } = await sql<{ map: string }>`
    with deployment as materialized (
      select d.id, d.account_id, d.name, d.version, d.software_version, d.stage, d.exclude_from_total_cm_count, f.online, f.known,
        ${isoSql('to_timestamp(f.newest_ms / 1000.0)')} as newest,
        coalesce(o.outages, 0) as outages, ${stateSql(now)} as state,
        case when d.enable_monitoring and not d.exclude_from_total_cm_count then ${lineSql(now)} end as line
      from accounts a join deployments d on d.account_id = a.id left join deployment_figures f on f.deployment_id = d.id
        left join ${openOutages} o
          on o.deployment_id = d.id
      where a.deleted_at is null and ${inVisibleAccounts(session, readAnalytics)} and ${accountCondition(account)}
    ), figures as materialized (
      select account_id, array_agg(state) as states, sum(online) filter (where counted) as online, sum(known) filter (where counted) as known,
        sum(outages)::int as outages, max(newest) as newest, count(line) as lines, (array_agg(line) filter (where line is not null))[1] as line,
        json_agg(json_build_object('id', id::text, 'name', name, 'version', version, 'softwareVersion', software_version, 'stage', stage, 'state', state,
          'excludeFromTotalCmCount', exclude_from_total_cm_count, 'online', case when state <> 'MISSING' then online end,
          'known', case when state <> 'MISSING' then known end, 'outages', outages, 'newest', newest) order by name) as deployments
      from (select *, state not in ('MISSING', 'OFF') and not exclude_from_total_cm_count as counted from deployment) d group by account_id
    ), sums as (
      select account_id, json_agg(online order by step) as line from (
        select d.account_id, step, sum(p.online::float8) as online from figures f join deployment d on d.account_id = f.account_id
          cross join json_array_elements_text(d.line) with ordinality as p (online, step) where f.lines > 1 group by d.account_id, step) s group by account_id
    )
    select coalesce(json_object_agg(a.name, json_build_object('id', a.id::text, 'displayName', a.display_name, 'stage', a.stage,
      'state', case when 'OUTAGE' = any(f.states) then 'OUTAGE' when 'DEGRADED' = any(f.states) then 'DEGRADED' when 'MISSING' = any(f.states) then 'MISSING'
        when 'FINE' = any(f.states) then 'FINE' else 'OFF' end,
      'online', f.online, 'known', f.known, 'outages', f.outages, 'newest', f.newest,
      'recent', coalesce(s.line, f.line, ${emptyLine}), 'deployments', f.deployments) order by a.display_name)::text, '{}') as map
    from figures f join accounts a on a.id = f.account_id left join sums s on s.account_id = f.account_id`.execute(db)
  return rows[0]!.map
}

import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import { inAccounts } from '#kit/server/visible.ts'
import { type SupportTrend, TREND_DAYS } from '../contract/trend-call.ts'
import type { AccountSelection } from './account-store.ts'

const LAST = TREND_DAYS - 1
/** The first day at whose end a moment is past. */
const dayOf = (column: string) =>
  sql.raw(`greatest(0, ceil(${LAST} - extract(epoch from now() - ${column}) / 86400))::int`)
const past = sql.raw(`now() - interval '${TREND_DAYS} days'`)

/**
 * Support figures per day and account, in one statement over one index. A case that was reopened counts as open from its
 * creation.
 */
export async function findSupportTrends(
  db: Database,
  { visible, counted }: Pick<AccountSelection, 'visible' | 'counted'>,
): Promise<Record<string, SupportTrend>> {
  const { rows } = await sql<{ map: Record<string, SupportTrend> }>`
    with known as materialized (
      select id, name from accounts where deleted_at is null
        and ${inAccounts(visible, 'id')}
        and ${inAccounts(counted, 'id')}
    ), lived as (
      select account_id, type = 'OUTAGE' as is_outage, created_at, case when not is_open then resolved_at end as ended_at
      from cases where not internal and account_id in (select id from known) and (is_open or resolved_at > ${past})
        -- The condition before, as the index cases_report has it.
        and greatest(created_at, resolved_at, reopened_at, case when is_open then 'infinity'::timestamptz end) > ${past}
    ), changes as (
      select account_id, ${dayOf('created_at')} as day, count(*) as open, count(*) filter (where is_outage) as outages from lived group by 1, 2
      union all
      select account_id, ${dayOf('ended_at')}, -count(*), -count(*) filter (where is_outage) from lived where ended_at is not null group by 1, 2
    ), sums as (
      select account_id, day, sum(open) as open, sum(outages) as outages from changes group by 1, 2
    ), responses as (
      select account_id, ${dayOf('first_response_at')} as day,
        percentile_cont(0.5) within group (order by extract(epoch from first_response_at - created_at) / 60) as minutes
      from cases where not internal and account_id in (select id from known) and first_response_at > ${past} group by 1, 2
    ), days as (
      select k.id, k.name, d.day, (sum(coalesce(s.open, 0)) over before)::int as open, (sum(coalesce(s.outages, 0)) over before)::int as outages,
        round(r.minutes::numeric, 1) as minutes
      from known k cross join generate_series(0, ${LAST}::int) as d (day) left join sums s on s.account_id = k.id and s.day = d.day
        left join responses r on r.account_id = k.id and r.day = d.day
      window before as (partition by k.id order by d.day)
    )
    select coalesce(json_object_agg(name, json_build_object('open', open, 'outages', outages, 'firstResponse', minutes)), '{}') as map
    from (select name, json_agg(open order by day) as open, json_agg(outages order by day) as outages, json_agg(minutes order by day) as minutes
      from days group by id, name) a`.execute(db)
  return rows[0]!.map
}

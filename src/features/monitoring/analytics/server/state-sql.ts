import { type RawBuilder, sql } from 'kysely'
import { STALE_MS } from './read-figures.ts'

/** Loss of modems from which a deployment is degraded. */
const DEGRADED_SHARE = 0.05

/** Open outages `o` of each deployment. */
export const openOutages = sql`(select deployment_id, count(*) as outages from cases where type = 'OUTAGE' and is_open and not internal group by deployment_id)`

/** The state of a deployment `d` by its figures `f` and open outages `o`. */
export function stateSql(now: number): RawBuilder<string> {
  return sql`case when not d.enable_monitoring then 'OFF' when o.outages > 0 then 'OUTAGE'
    when f.newest_ms is null or f.newest_ms < ${now - STALE_MS} or f.online is null then 'MISSING'
    when f.online < f.known * ${1 - DEGRADED_SHARE}::float8 then 'DEGRADED' else 'FINE' end`
}

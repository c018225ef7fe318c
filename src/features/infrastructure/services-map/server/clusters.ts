import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'

/** The clusters of each deployment by its id, in the newest inventory for which it responded. */
export async function clustersOf(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  const { rows } = await sql<{ id: string; clusters: string[] }>`
    select d.id::text as id, c.clusters from unnest(${[...ids]}::bigint[]) as d(id)
    cross join lateral (select i.sheets from inventory_days i where i.deployment_id = d.id and not i.missing order by i.day desc limit 1) i
    cross join lateral (
      select array_agg(distinct cluster order by cluster) as clusters
      from (select row ->> 'cluster' as cluster from jsonb_path_query(i.sheets, '$.rpds[*]') row
        union select row ->> 'cluster' from jsonb_path_query(i.sheets, '$.macDomains[*]') row) found
      where cluster <> '') c
    where c.clusters is not null`.execute(db)
  return new Map(rows.map(({ id, clusters }) => [id, clusters]))
}

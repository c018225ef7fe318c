import { type RawBuilder, sql } from 'kysely'
import { readSort } from '#kit/contract/hal.ts'
import type { Database } from '#kit/server/database.ts'
import { directionOf, limitOf } from '#kit/server/list/find-page.ts'
import { readByCursor } from '#kit/server/list/read-by-cursor.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { ReplyOf, RequestContext } from '#kit/server/serve/request-context.ts'
import type { ComponentDifference, compareSboms } from '../contract.ts'

type Query = RequestContext<typeof compareSboms>['query']
type ComparisonPage = {
  readonly totals: ReplyOf<typeof compareSboms>['totals']
  readonly rows: ComponentDifference[]
  readonly count: number
}

/** The components of a bundle by name: all versions, and all licenses, of a name together. */
function componentsByName(bundleId: number): RawBuilder<unknown> {
  return sql`select lower(name) as key, min(name) as name, string_agg(distinct version, ', ' order by version) as version,
    string_agg(distinct license, ', ' order by license) as license from sbom_components where bundle_id = ${bundleId} group by 1`
}

type Comparison = { readonly before: number; readonly after: number; readonly query: Query }

/** The names of both bundles, each with its kind. */
function comparedNames({ before, after }: Comparison): RawBuilder<unknown> {
  return sql`select coalesce(a.name, b.name) as name, b.version as "versionBefore", a.version, b.license as "licenseBefore", a.license,
      (a.key = b.key) is true and a.license is distinct from b.license as "licenseChanged",
      case when b.key is null then 'ADDED' when a.key is null then 'REMOVED'
        when a.version is distinct from b.version or a.license is distinct from b.license then 'CHANGED' else 'SAME' end as kind
    from (${componentsByName(before)}) b full join (${componentsByName(after)}) a on a.key = b.key`
}

function wantedOf({ query: { kind } }: Comparison): RawBuilder<unknown> {
  if (kind === undefined) return sql`kind <> 'SAME'`
  return kind === 'LICENSE' ? sql`"licenseChanged"` : sql`kind = ${kind}`
}

function orderOf({ query }: Comparison): RawBuilder<unknown> {
  const { descending } = readSort(query.sort, { field: 'name', descending: false })[0]!
  return sql`lower(name) ${directionOf(descending)}`
}

/** All differences, for a download: they are found once. */
export function eachDifference({ db, pool }: AppContext, comparison: Comparison): AsyncGenerator<ComponentDifference> {
  const rows = sql`select * from (${comparedNames(comparison)}) compared where ${wantedOf(comparison)} order by ${orderOf(comparison)}`
  return readByCursor(pool, rows.compile(db))
}

/** A page of the differences of a bundle's components from another one's, by name, and the totals of all. */
export async function findDifferences(db: Database, comparison: Comparison) {
  const { page, size } = comparison.query
  const isWanted = wantedOf(comparison)
  const { rows } = await sql<ComparisonPage>`
    with compared as materialized (${comparedNames(comparison)})
    select (select json_build_object('added', count(*) filter (where kind = 'ADDED'), 'removed', count(*) filter (where kind = 'REMOVED'),
        'changed', count(*) filter (where kind = 'CHANGED'), 'licenses', count(*) filter (where "licenseChanged"),
        'same', count(*) filter (where kind = 'SAME')) from compared) as totals,
      (select count(*)::int from compared where ${isWanted}) as count,
      (select coalesce(jsonb_agg(to_jsonb(page) - 'place' order by page.place), '[]') from (
        select *, row_number() over (order by ${orderOf(comparison)}) as place from compared where ${isWanted}
        order by place ${limitOf({ page, size })}) page) as rows`.execute(db)
  const { totals, count, rows: pageRows } = rows[0]!
  return { rows: pageRows, total: { count }, lastUpdateTime: null, totals }
}

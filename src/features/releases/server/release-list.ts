import { type RawBuilder, sql } from 'kysely'
import { isVendor } from '#features/roles/contract.ts'
import { readSort, TOTAL_CAP } from '#kit/contract/hal.ts'
import type { Database } from '#kit/server/database.ts'
import { cappedTotal } from '#kit/server/list/hal-list.ts'
import type { Call } from '#kit/server/serve/call.ts'
import type { Session } from '#kit/server/session.ts'
import type { BundleRelease, listReleases } from '../contract.ts'
import { releaseJson, releaseSeen, releaseSources } from './release-json.ts'

type Query = Call<typeof listReleases>['query']

const columns = {
  created: 'r.created_at',
  name: 'r.name',
  delivered: 'r.delivered_at',
  account: 'r.account_id',
} as const

/** A page of releases, as JSON text. The rows are chosen by the indexes of their own table first; all else is joined to the page alone. */
export async function findReleases(db: Database, session: Session, query: Query) {
  const where = matching(session, query)
  const [found, counted] = await Promise.all([
    sql<{ rows: string; count: number }>`
      select coalesce('[' || string_agg(release::text, ',') || ']', '[]') as rows, count(*) as count
      from (${pageOf(session, query, where)}) page`.execute(db),
    sql<{ count: number; newest: Date | null }>`
      select count(*) as count, max(updated_at) as newest from (select r.updated_at from bundle_releases r where ${where} limit ${TOTAL_CAP + 1}) counted`.execute(
      db,
    ),
  ])
  const { count, newest } = counted.rows[0]!
  return { ...found.rows[0]!, total: cappedTotal(count), lastUpdateTime: newest }
}

/** Asks for the releases of a page, in order, each as JSON. */
function pageOf(session: Session, { page, size, sort }: Query, where: RawBuilder<unknown>): RawBuilder<unknown> {
  const order = readSort<keyof typeof columns>(sort, { field: 'created', descending: true }).map(
    ({ field, descending }) => sql.raw(`${columns[field]} ${descending ? 'desc nulls last' : 'asc'}`),
  )
  // The indexes are made for descending times without nulls.
  const ordered = sort?.length ? sql.join(order) : sql`r.created_at desc`
  const chosen = sql`select r.id from bundle_releases r where ${where} order by ${ordered}, r.id desc limit ${size} offset ${page * size}`
  return sql`select ${releaseJson(isVendor(session.actor))} as release from ${releaseSources} where r.id in (${chosen}) order by ${ordered}, r.id desc`
}

function matching(session: Session, query: Query): RawBuilder<unknown> {
  const { bundleId, isApproved, account, deploymentType, nameContains } = query
  const bundle = bundleId !== undefined && /^\d{1,15}$/.test(bundleId) ? Number(bundleId) : -1
  const conditions = [
    releaseSeen(session),
    bundleId === undefined ? null : sql`r.bundle_id = ${bundle}`,
    isApproved === undefined ? null : sql`r.status = ${isApproved ? 'DELIVERED' : 'RELEASED'}`,
    account?.length ? sql`r.account_id in (select id from accounts where name = any(${account}::text[]))` : null,
    deploymentType?.length
      ? sql`exists (select 1 from bundles b where b.id = r.bundle_id and b.deployment_type = any(${deploymentType}::text[]))`
      : null,
    nameContains ? sql`r.name ilike ${`%${nameContains.replace(/[\\%_]/g, '\\$&')}%`}` : null,
  ].filter((condition) => condition !== null)
  return sql.join(conditions, sql` and `)
}

/** Every release that matches, page by page, for the export. */
export async function* eachRelease(db: Database, session: Session, query: Query): AsyncGenerator<BundleRelease> {
  const where = matching(session, query)
  for (let page = 0; ; page += 1) {
    const { rows } = await sql<{
      release: BundleRelease
    }>`${pageOf(session, { ...query, page, size: 1000 }, where)}`.execute(db)
    for (const { release } of rows) yield release
    if (rows.length < 1000) return
  }
}

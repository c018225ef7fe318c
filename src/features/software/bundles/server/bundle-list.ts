import { type RawBuilder, sql } from 'kysely'
import { readSort } from '#kit/contract/hal.ts'
import type { Database } from '#kit/server/database.ts'
import { findJsonPage } from '#kit/server/list/find-page.ts'
import type { RequestContext } from '#kit/server/serve/request-context.ts'
import type { Session } from '#kit/server/session.ts'
import { likeText } from '#kit/server/sql-text.ts'
import type { Bundle, listBundles } from '../contract.ts'
import { bundleJson } from './bundle-json.ts'
import { bundleSeen, seesEveryBundle } from './bundle-scope.ts'

type Query = RequestContext<typeof listBundles>['query']

const columns = { created: 'b.created_at', updated: 'b.updated_at', name: 'b.name', status: 'b.status' } as const

/** A page of bundles, the number that match, and the time of the newest change. */
export async function findBundles(db: Database, session: Session, query: Query) {
  const { page, size, sort, fetchHistory = false } = query
  const where = matchesQuery(session, query)
  const order = readSort<keyof typeof columns>(sort, { field: 'created', descending: true }).map(
    ({ field, descending }) => sql.raw(`${columns[field]} ${descending ? 'desc' : 'asc'}`),
  )
  const json = bundleJson({ staff: seesEveryBundle(session), history: fetchHistory })
  return findJsonPage(db, {
    page,
    size,
    rows: (limit) => sql<{ row: Bundle }>`
      select ${json} as row from (
        select b.* from bundles b where ${where} order by ${sql.join(order)}, b.id desc ${limit}) b
      order by ${sql.join(order)}, b.id desc`,
    of: sql`from bundles b where ${where}`,
    newest: sql`b.updated_at`,
  })
}

function matchesQuery(session: Session, query: Query): RawBuilder<unknown> {
  const { status, deploymentType, isContainerized, product, productVersion, nameContains, parentId, isPatch } = query
  const parent = parentId !== undefined && /^\d{1,15}$/.test(parentId) ? Number(parentId) : -1
  const conditions = [
    bundleSeen(session),
    status?.length ? sql`b.status = any(${status}::text[])` : null,
    deploymentType?.length ? sql`b.deployment_type = any(${deploymentType}::text[])` : null,
    isContainerized === undefined ? null : sql`b.is_containerized = ${isContainerized}`,
    product?.length ? sql`b.product = any(${product}::text[])` : null,
    productVersion?.length ? sql`b.product_version = any(${productVersion}::text[])` : null,
    nameContains ? sql`b.name ilike ${`%${likeText(nameContains)}%`}` : null,
    parentId === undefined ? null : sql`b.parent_id = ${parent}`,
    isPatch === undefined ? null : isPatch ? sql`b.parent_id is not null` : sql`b.parent_id is null`,
  ].filter((condition) => condition !== null)
  return sql.join(conditions, sql` and `)
}

/** Every bundle that matches, page by page, for the export. */
export async function* eachBundle(db: Database, session: Session, query: Query): AsyncGenerator<Bundle> {
  for (let page = 0; ; page += 1) {
    const { rows } = await findBundles(db, session, { ...query, page, size: 500 })
    yield* rows
    if (rows.length < 500) return
  }
}

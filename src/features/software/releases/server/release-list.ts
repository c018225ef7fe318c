import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { isVendor } from '#features/access/roles/contract.ts'
import { readSort } from '#kit/contract/hal.ts'
import type { Database } from '#kit/server/database.ts'
import { cappedTotal } from '#kit/server/list/hal-list.ts'
import type { LargeCountCache } from '#kit/server/list/large-count-cache.ts'
import { type PageCursor, readCursor } from '#kit/server/list/page-cursor.ts'
import type { PageCursorCache } from '#kit/server/list/page-cursor-cache.ts'
import { runPrepared } from '#kit/server/prepared.ts'
import type { RequestContext } from '#kit/server/serve/request-context.ts'
import type { Session } from '#kit/server/session.ts'
import { likeText } from '#kit/server/sql-text.ts'
import type { BundleRelease, listReleases } from '../contract.ts'
import { releaseJson, releaseSeen, releaseSources } from './release-json.ts'

type Query = RequestContext<typeof listReleases>['query']

/**
 * The sort keys of releases. A column without nulls has a type: a page by it starts from the end of the previous one.
 */
const columns = {
  created: { name: 'r.created_at', type: 'timestamptz' },
  name: { name: 'r.name', type: 'text' },
  account: { name: 'r.account_id', type: 'bigint' },
  delivered: { name: 'r.delivered_at', type: undefined },
} as const

/** The tables that lists of releases read. */
export type ReleaseLists = {
  readonly db: Database
  readonly pool: pg.Pool
  readonly anchors: PageCursorCache
  readonly many: LargeCountCache
}

/**
 * A page of releases: their ids, chosen by the indexes of their own table, and how to make JSON text of some of them,
 * all else joined, by one statement for all lists, which is planned once.
 */
export async function findReleases({ db, pool, anchors, many }: ReleaseLists, session: Session, query: Query) {
  const { page, size, sort: _sort, after, ...filters } = query
  const where = matchesQuery(session, query)
  const order = orderOf(query)
  const list = order.type && JSON.stringify([session.userId, order.words, filters])
  const knownAnchor = list && after === undefined ? anchors.before(list, page * size) : undefined
  const before = after === undefined ? knownAnchor : readCursor(after, order.type)
  const skip = before && !knownAnchor ? 0 : page * size - (knownAnchor?.rows ?? 0)
  const idsQuery = idsOf(where, order, { size: size + 1, before, skip })
  const [idPage, cappedCount] = await Promise.all([
    sql<{ ids: string[]; value: string; newest: Date | null }>`
      select coalesce(array_agg(id::text), '{}') as ids, (array_agg(value))[least(count(*), ${size})::int]::text as value, max(updated_at) as newest
      from (${idsQuery}) page`.execute(db),
    countOf({ db, many }, where),
  ])
  const { ids: upToOneMore, value, newest } = idPage.rows[0]!
  const ids = upToOneMore.slice(0, size)
  const end = !list ? undefined : upToOneMore.length > size ? { value, id: ids.at(-1)! } : null
  if (list && end && after === undefined) anchors.keep(list, (page + 1) * size, end)
  const staff = isVendor(session.actor)
  const rowsOf = async (some: readonly string[]) => {
    const [rowsResult] = await runPrepared(pool, rowsOfIds(some, staff).compile(db))
    return rowsResult!.rows
  }
  return { ids, rowsOf, total: cappedTotal(cappedCount), lastUpdateTime: newest, end }
}

async function countOf({ db, many }: Pick<ReleaseLists, 'db' | 'many'>, where: RawBuilder<unknown>): Promise<number> {
  const counting = sql<{ count: number }>`
    select count(*) as count from (select 1 from bundle_releases r where ${where} limit ${many.limit}) counted`.compile(
    db,
  )
  const list = JSON.stringify([counting.sql, counting.parameters])
  if (many.has(list)) return many.limit
  const { rows } = await db.executeQuery(counting)
  many.keep(list, rows[0]!.count)
  return rows[0]!.count
}

function rowsOfIds(ids: readonly string[], staff: boolean): RawBuilder<{ rows: string }> {
  return sql`
    select coalesce(string_agg(${releaseJson(staff)}::text, ',' order by page.place), '') as rows
    from unnest(${ids}::bigint[]) with ordinality page(id, place) join (${releaseSources}) on r.id = page.id`
}

/** Every release that matches, page by page, for the export. */
export async function* eachRelease(
  { db }: ReleaseLists,
  session: Session,
  query: Query,
): AsyncGenerator<BundleRelease> {
  const where = matchesQuery(session, query)
  const order = orderOf(query)
  let before: PageCursor | undefined
  for (let takenCount = 0; ; takenCount += PIECE) {
    const idsQuery = idsOf(where, order, { size: PIECE, before, skip: before ? 0 : takenCount })
    const { rows } = await sql<{ release: BundleRelease } & PageCursor>`
      select ${releaseJson(isVendor(session.actor))} as release, page.value::text, page.id::text
      from (select *, row_number() over () as place from (${idsQuery}) chosen) page join (${releaseSources}) on r.id = page.id order by page.place`.execute(
      db,
    )
    for (const { release } of rows) yield release
    if (rows.length < PIECE) return
    if (order.type) before = rows.at(-1)
  }
}

const PIECE = 1000

type Order = ReturnType<typeof orderOf>

/** The sort order of the query, ties by id in the direction of the first column, so that pages never overlap. */
function orderOf({ sort }: Query) {
  const fields = readSort<keyof typeof columns>(sort, { field: 'created', descending: true })
  const { field, descending } = fields[0]!
  const { name, type } = columns[field]
  const words = fields.map((one) => {
    // The indexes are for descending times without a NULLS clause.
    const nulls = columns[one.field].type ? '' : ' nulls last'
    return `${columns[one.field].name} ${one.descending ? `desc${nulls}` : 'asc'}`
  })
  const direction = descending ? 'desc' : 'asc'
  const keyType = fields.length === 1 ? type : undefined
  return { name, type: keyType, descending, words: [...words, `r.id ${direction}`].join(', ') }
}

/**
 * Selects the ids of a page, in order, each with its sort value and time of change, unconverted (skipped rows would be
 * converted to text as well): after the end of another page, where that is known.
 */
function idsOf(
  where: RawBuilder<unknown>,
  { name, type, descending, words }: Order,
  { size, before, skip }: { size: number; before: PageCursor | undefined; skip: number },
): RawBuilder<unknown> {
  const after =
    before && type
      ? sql`(${sql.raw(name)}, r.id) ${sql.raw(descending ? '<' : '>')} (${before.value}::${sql.raw(type)}, ${before.id}::bigint)`
      : sql`true`
  return sql`
    select r.id, ${sql.raw(name)} as value, r.updated_at from bundle_releases r
    where ${where} and ${after} order by ${sql.raw(words)} limit ${size} offset ${skip}`
}

function matchesQuery(session: Session, query: Query): RawBuilder<unknown> {
  const { bundleId, isApproved, isRejected, account, deploymentType, nameContains } = query
  const bundle = bundleId !== undefined && /^\d{1,15}$/.test(bundleId) ? Number(bundleId) : -1
  const conditions = [
    releaseSeen(session),
    bundleId === undefined ? null : sql`r.bundle_id = ${bundle}`,
    isApproved === undefined ? null : sql`r.status = ${isApproved ? 'DELIVERED' : 'RELEASED'}`,
    isRejected === undefined ? null : sql`(r.rejected_at is not null) = ${isRejected}`,
    account?.length ? sql`r.account_id in (select id from accounts where name = any(${account}::text[]))` : null,
    deploymentType?.length
      ? sql`exists (select 1 from bundles b where b.id = r.bundle_id and b.deployment_type = any(${deploymentType}::text[]))`
      : null,
    nameContains ? sql`r.name ilike ${`%${likeText(nameContains)}%`}` : null,
  ].filter((condition) => condition !== null)
  return sql.join(conditions, sql` and `)
}

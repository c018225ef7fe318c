import { sql } from 'kysely'
import { readSort } from '#kit/contract/hal.ts'
import { sendCsv } from '#kit/server/list/csv.ts'
import { directionOf, limitOf } from '#kit/server/list/find-page.ts'
import { halPage } from '#kit/server/list/hal-list.ts'
import type { Feature } from '#kit/server/portal.ts'
import { registerStream, serve } from '#kit/server/serve/serve.ts'
import {
  downloadOverview,
  listGroupedOverview,
  listOverview,
  listOverviewFilters,
  type OverviewGroup,
  type OverviewRow,
} from '../contract.ts'
import { overviewColumns } from './overview-columns.ts'
import { findFilters } from './overview-filters.ts'
import { matchesFilters, overviewJson, overviewRows } from './overview-rows.ts'
import { accountIdOf, withTimeLimit } from './read-overview.ts'

type RowPage<Row> = { readonly rows: Row[]; readonly count: number; readonly newest: string | null }
const ORDER = 'o.account_name collate "und-x-icu", o.account, o.product, o.deployment_type'
/** Rows of one download. */
const MOST_ROWS = 100_000

export { bundleProduct, bundleVersion } from './overview-rows.ts'

/** What software each account has and runs; each call reads it in one statement. */
export const overviewFeature: Feature = {
  name: 'software-overview',
  serve(portal) {
    const { db } = portal
    serve(portal, listOverview, async (call) => {
      const { query, session } = call
      const account = await accountIdOf(db, session, query.account)
      const { descending } = readSort(query.sort, { field: 'account', descending: false })[0]!
      const { rows } = await withTimeLimit(db, (tx) =>
        sql<RowPage<OverviewRow>>`
          with ${overviewRows(session, account)}, found as materialized (select * from overview o where ${matchesFilters(session, query)})
          select (select coalesce(json_agg(page.row order by page.place), '[]') from (
              select ${overviewJson(session)} as row, row_number() over (order by ${sql.raw(descending ? ORDER.replace('"und-x-icu"', '"und-x-icu" desc') : ORDER)}) as place from found o
              order by place ${limitOf(query)}) page) as rows,
            (select count(*)::int from found) as count, (select max(updated_at) from found) as newest`.execute(tx),
      )
      const { rows: pageRows, count, newest } = rows[0]!
      return halPage(call, 'overview', { rows: pageRows, total: { count }, lastUpdateTime: newest })
    })
    serve(portal, listGroupedOverview, async (call) => {
      const { query, session } = call
      const account = await accountIdOf(db, session, query.account)
      const [key, name] = query.group === 'account' ? ['o.account', 'o.account_name'] : ['o.product', 'o.product']
      const { descending } = readSort(query.sort, { field: 'name', descending: false })[0]!
      const { rows } = await withTimeLimit(db, (tx) =>
        sql<RowPage<OverviewGroup>>`
          with ${overviewRows(session, account)}, found as materialized (select * from overview o where ${matchesFilters(session, query)}),
            grouped as (
              select ${sql.raw(key!)} as key, min(${sql.raw(name!)}) as label, count(*) filter (where o.behind > 0)::int as behind,
                json_agg(${overviewJson(session)} order by ${sql.raw(ORDER)}) as rows
              from found o group by 1)
          select (select coalesce(json_agg(json_build_object('key', page.key, 'displayName', page.label, 'behind', page.behind, 'rows', page.rows) order by page.place), '[]') from (
              select *, row_number() over (order by label collate "und-x-icu" ${directionOf(descending)}, key) as place from grouped
              order by place ${limitOf(query)}) page) as rows,
            (select count(*)::int from grouped) as count, (select max(updated_at) from found) as newest`.execute(tx),
      )
      const { rows: pageRows, count, newest } = rows[0]!
      return halPage(call, 'overview', { rows: pageRows, total: { count }, lastUpdateTime: newest })
    })
    serve(portal, listOverviewFilters, (call) => withTimeLimit(db, (tx) => findFilters(tx, call.session)))
    registerStream(portal, downloadOverview, async (call) => {
      const { query, session, reply } = call
      const account = await accountIdOf(db, session, query.account)
      const { rows } = await withTimeLimit(db, (tx) =>
        sql<{ row: OverviewRow }>`
          with ${overviewRows(session, account)}
          select ${overviewJson(session)} as row from overview o where ${matchesFilters(session, query)} order by ${sql.raw(ORDER)} limit ${MOST_ROWS}`.execute(
          tx,
        ),
      )
      return sendCsv(
        reply,
        'software-overview.csv',
        overviewColumns,
        rows.map(({ row }) => row),
      )
    })
  },
}

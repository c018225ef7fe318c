import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import { inAccounts } from '#kit/server/visible.ts'
import type { CasesReport, ReportColumns, ReportRows } from '../contract.ts'

type Filter = {
  readonly accounts: 'all' | readonly number[]
  /** The account whose time zone the months have; null: UTC. */
  readonly account: string | null
  readonly product: string | null
  readonly rows: ReportRows
  readonly columns: ReportColumns
  readonly months: number
}

const dimension = {
  status: 'status',
  type: 'type',
  priority: 'priority',
  product: 'product',
  account: 'account_id',
} as const
/** What the columns count: which cases, and in which column each is. */
const columnsOf = {
  age: {
    where: 'is_open',
    at: `4 - width_bucket(created_at, array[now() - interval '90 days', now() - interval '30 days', now() - interval '7 days', now() - interval '1 day'])`,
  },
  filed: { where: 'filed_month is not null', at: 'filed_month' },
  resolved: { where: 'resolved_month is not null', at: 'resolved_month' },
} as const
const spread = (column: string) =>
  `percentile_cont(array[0.5, 0.9]) within group (order by date_part('epoch', ${column} - created_at) / 60)`
const byType = (type: string) => `count(*) filter (where type = '${type}')::int`

/** The report, with memory for the cases of two years: the usual few MB would be exceeded, and they written to disk. */
export async function findCasesReport(db: Database, filter: Filter): Promise<CasesReport> {
  return inTransaction(db, async (tx) => {
    await sql`set local work_mem = '64MB'`.execute(tx)
    return readReport(tx, filter)
  })
}

/**
 * The report in one statement; months are counted from 0, the oldest. Its cases are those of the index `cases_report`: the
 * open ones, and those filed, resolved or reopened in the period.
 */
async function readReport(db: Tx, filter: Filter): Promise<CasesReport> {
  const { accounts, account, product, rows, columns, months } = filter
  const { where, at } = columnsOf[columns]
  const { rows: reportRows } = await sql<{ report: CasesReport }>`
    with period as (
      select zone, date_trunc('month', now() at time zone zone) - make_interval(months => ${months - 1}) as first,
        (date_trunc('month', now() at time zone zone) - make_interval(months => ${months - 1})) at time zone zone as since
      from (select coalesce((select time_zone from accounts where name = ${account}), 'UTC') as zone) z
    ),
    months as (select n, first + make_interval(months => n) as month, (first + make_interval(months => n)) at time zone zone as opens,
        (first + make_interval(months => n + 1)) at time zone zone as closes from period, generate_series(0, ${months - 1}) n),
    bounds as (select array_agg(opens order by n) as opens from months),
    seen as materialized (
      select c.type, c.priority, c.status, c.is_open, c.product, c.account_id, c.created_at, c.first_response_at, c.resolved_at,
        case when c.created_at >= p.since then width_bucket(c.created_at, b.opens) - 1 end as filed_month,
        case when c.resolved_at >= p.since then width_bucket(c.resolved_at, b.opens) - 1 end as resolved_month,
        case when c.reopened_at >= p.since then width_bucket(c.reopened_at, b.opens) - 1 end as reopened_month
      from cases c, period p, bounds b
      where not c.internal and ${inAccounts(accounts, 'c.account_id')}
        and (${product}::text is null or c.product = ${product})
        and greatest(c.created_at, c.resolved_at, c.reopened_at, case when c.is_open then 'infinity'::timestamptz end) >= p.since
    ),
    counted as (
      select ${sql.ref(dimension[rows])} as value, ${sql.raw(at)} as at, count(*)::int as count from seen where ${sql.raw(where)} group by 1, 2
    ),
    lines as (
      select c.value::text, sum(count)::int as total, json_object_agg(at, count) as cells from counted c group by c.value
    ),
    filed as (
      select filed_month as n, count(*)::int as filed, json_build_object('CASE', ${sql.raw(byType('CASE'))}, 'RMA', ${sql.raw(byType('RMA'))}, 'OUTAGE', ${sql.raw(byType('OUTAGE'))}) as by_type,
        ${sql.raw(spread('first_response_at'))} as response, count(first_response_at)::int as responded
      from seen where filed_month is not null group by grouping sets ((filed_month), ())
    ),
    resolved as (
      select resolved_month as n, count(*)::int as resolved, ${sql.raw(spread('resolved_at'))} as resolution
      from seen where resolved_month is not null group by grouping sets ((resolved_month), ())
    ),
    reopened as (select reopened_month as n, count(*)::int as reopened from seen where reopened_month is not null group by grouping sets ((reopened_month), ())),
    figures as (
      select m.n, json_build_object('month', to_char(m.month, 'YYYY-MM'), 'filed', coalesce(f.filed, 0),
        'filedByType', coalesce(f.by_type, '{"CASE":0,"RMA":0,"OUTAGE":0}'), 'resolved', coalesce(r.resolved, 0), 'reopened', coalesce(o.reopened, 0),
        'firstResponse', json_build_object('median', round(f.response[1]::numeric, 1), 'p90', round(f.response[2]::numeric, 1), 'cases', coalesce(f.responded, 0)),
        'resolution', json_build_object('median', round(r.resolution[1]::numeric, 1), 'p90', round(r.resolution[2]::numeric, 1), 'cases', coalesce(r.resolved, 0))) as figure
      from (select n, month from months union all select null, null) m
        left join filed f on f.n is not distinct from m.n left join resolved r on r.n is not distinct from m.n left join reopened o on o.n is not distinct from m.n
    )
    select json_build_object('timeZone', p.zone, 'from', to_char(p.first, 'YYYY-MM'), 'until', to_char(now() at time zone p.zone, 'YYYY-MM'),
      'open', (select json_build_object('total', count(*)::int, 'CASE', ${sql.raw(byType('CASE'))}, 'RMA', ${sql.raw(byType('RMA'))}, 'OUTAGE', ${sql.raw(byType('OUTAGE'))},
        'oldest', ${isoSql('min(created_at)')}) from seen where is_open),
      'columns', ${
        columns === 'age'
          ? sql`array['0-1', '1-7', '7-30', '30-90', '90+']`
          : sql`(select array_agg(to_char(month, 'YYYY-MM') order by n) from months)`
      },
      'rows', coalesce((select json_agg(json_build_object('value', coalesce(a.name, l.value), 'label', a.display_name, 'total', l.total,
          'cells', (select json_agg(coalesce((l.cells ->> i::text)::int, 0) order by i) from generate_series(0, ${columns === 'age' ? 4 : months - 1}::int) i))
          order by l.total desc, l.value)
        from lines l left join accounts a on ${rows === 'account'} and a.id::text = l.value), '[]'),
      'months', (select json_agg(figure order by n) from figures where n is not null),
      'period', (select figure from figures where n is null)) as report
    from period p`.execute(db)
  return reportRows[0]!.report
}

import { sql } from 'kysely'
import type { QueryScope } from '#features/monitoring/metrics/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import type { AnalyticsDeployment, ReportFigure, ReportTable } from '../../contract.ts'
import en from '../../messages/report.en.json' with { type: 'json' }
import { readInstant, readQuery } from '../read-query.ts'
import { reportText } from './report-format.ts'
import type { SectionQueries } from './report-queries.ts'

const HOUR_MS = 3_600_000
const QUARTER_MS = 900_000
const MINUTE_MS = 60_000

/** What a report is made of. */
export type ReportInput = {
  readonly deployment: AnalyticsDeployment
  readonly accountId: number
  readonly scope: QueryScope
  readonly zone: string
  readonly from: number
  readonly to: number
  readonly version: 1 | 4
}

/** A column of the report's tables. */
export type Column = keyof typeof en.columns

/** The figures and tables of a section at the end of the period. */
export async function readSection(db: Database, { scope, from, to }: ReportInput, { figures, tables }: SectionQueries) {
  const readFor = new Date(to).toISOString()
  const period = `${Math.round((to - from) / HOUR_MS)}h`
  const shownFigures: ReportFigure[] = []
  for (const { name, query: given, unit } of figures) {
    const query = given.replaceAll('$p', period)
    const [found] = await readInstant(db, scope, { query, at: to - 1 })
    const label = en.figures[name as keyof typeof en.figures]
    shownFigures.push({ label, text: reportText(found?.value, unit), value: found?.value ?? null, query, readFor })
  }
  const shownTables: ReportTable[] = []
  for (const { name, query, unit, labels } of tables) {
    const found = await readInstant(db, scope, { query, at: to - 1 })
    const rows = found.map(({ labels: own, value }) => [
      ...labels.map((label) => own[label] ?? ''),
      reportText(value, unit),
    ])
    const title = en.tables[name as keyof typeof en.tables]
    const columns = [...labels.map((label) => en.columns[label as Column]), en.value]
    if (rows.length > 0) shownTables.push({ title, columns, rows, query })
  }
  return { figures: shownFigures, tables: shownTables }
}

/** Quarters of an hour without a sample, per cluster. */
export async function readGaps(db: Database, { scope, from, to }: ReportInput) {
  const query = 'count by (cluster) (cable_modems) or count by (cluster) (pon_onus)'
  const steps = Math.max(1, Math.floor((to - from) / QUARTER_MS))
  const series = await readQuery(db, scope, { query, from: from + QUARTER_MS - MINUTE_MS, to, step: QUARTER_MS })
  const rows = series.map(({ labels, values }) => {
    const there = values.filter((value) => value !== null).length
    return { cluster: labels.cluster ?? '', minutes: Math.max(0, steps - there) * 15 }
  })
  const missingMinutes = rows.length === 0 ? steps * 15 : rows.reduce((sum, { minutes }) => sum + minutes, 0)
  const coverage = 1 - missingMinutes / (steps * 15 * Math.max(1, rows.length))
  return {
    missingMinutes,
    coverage,
    rows: rows.map(({ cluster, minutes }) => [cluster, reportText(minutes, 'count')]),
  }
}

/** Counts of the deployment's cases, and its outages in the period. */
export async function readCases(db: Database, { deployment, from, to }: ReportInput) {
  const [start, end] = [new Date(from), new Date(to)]
  const { rows } = await sql<{
    open: number
    resolved: number
    returns: number
    outages: readonly { key: string; start: number; minutes: number; modems: number }[]
  }>`
    select count(*) filter (where is_open and created_at < ${end}) as open, count(*) filter (where resolved_at >= ${start} and resolved_at < ${end}) as resolved,
      count(*) filter (where type = 'RMA' and created_at < ${end}) as returns,
      (select coalesce(json_agg(json_build_object('key', c.key, 'start', (extract(epoch from o.started_at) * 1000)::bigint,
          'minutes', floor(extract(epoch from least(coalesce(o.ended_at, ${end}), ${end}) - greatest(o.started_at, ${start})) / 60)::int,
          'modems', o.total_cms_affected) order by o.started_at), '[]') from cases c join outages o on o.case_id = c.id
        where c.deployment_id = ${deployment.id}::bigint and not c.internal and o.started_at < ${end} and coalesce(o.ended_at, ${end}) >= ${start}) as outages
    from cases where deployment_id = ${deployment.id}::bigint and not internal`.execute(db)
  return rows[0]!
}

import { sql } from 'kysely'
import type { QueryScope } from '#features/monitoring/metrics/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import { HttpProblem } from '#kit/server/http-problem.ts'
import type { Session } from '#kit/server/session.ts'
import type { AnalyticsDeployment, ReportFigure, ReportTable } from '../../contract.ts'
import { reportTexts } from '../../texts.ts'
import { readInstant, readQuery } from '../read-query.ts'
import { reportText } from './report-format.ts'
import type { SectionQueries } from './section-queries.ts'

const HOUR_MS = 3_600_000
const QUARTER_MS = 900_000
const MINUTE_MS = 60_000

/** What a report is made of. */
export type ReportInput = {
  readonly deployment: AnalyticsDeployment
  readonly accountId: number
  /** Who reads it: sections show what this user may see. */
  readonly session: Session
  readonly scope: QueryScope
  readonly zone: string
  readonly from: number
  readonly to: number
  readonly version: 1 | 4
}

/** A column of the report's tables. */
export type Column = keyof typeof reportTexts.columns

/** The figures and tables of a section at the end of the period. */
export async function readSection(db: Database, { scope, from, to }: ReportInput, { figures, tables }: SectionQueries) {
  const readFor = new Date(to).toISOString()
  const period = `${Math.round((to - from) / HOUR_MS)}h`
  const read = (query: string) => readOrNull(db, scope, { query, at: to - 1 })
  const shownFigures: ReportFigure[] = []
  for (const { name, query: queryTemplate, unit } of figures) {
    const query = queryTemplate.replaceAll('$p', period)
    const values = await read(query)
    const label = reportTexts.figures[name as keyof typeof reportTexts.figures]
    const text = values === null ? reportTexts.tooMuch : reportText(values[0]?.value, unit)
    shownFigures.push({ label, text, value: values?.[0]?.value ?? null, query, readFor })
  }
  const shownTables: ReportTable[] = []
  for (const { name, query: queryTemplate, unit, labels } of tables) {
    const query = queryTemplate.replaceAll('$p', period)
    const values = await read(query)
    const rows = values?.map(({ labels: own, value }) => [
      ...labels.map((label) => own[label] ?? ''),
      reportText(value, unit),
    ]) ?? [[...labels.map(() => ''), reportTexts.tooMuch]]
    const title = reportTexts.tables[name as keyof typeof reportTexts.tables]
    const columns = [...labels.map((label) => reportTexts.columns[label as Column]), reportTexts.value]
    if (rows.length > 0) shownTables.push({ title, columns, rows, query })
  }
  return { figures: shownFigures, tables: shownTables }
}

/** The result of a query; null where it is beyond the limits of queries: the rest of the report is still made. */
async function readOrNull(db: Database, scope: QueryScope, { query, at }: { query: string; at: number }) {
  try {
    return await readInstant(db, scope, { query, at })
  } catch (failure) {
    if (failure instanceof HttpProblem && failure.problem.code === 'analytics-query-failed') return null
    throw failure
  }
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

/** The newest inventory of the period, with the number of its changes. */
export async function readInventoryDay(db: Database, { deployment, from, to }: ReportInput) {
  const { rows } = await sql<{ day: string; changes: number }>`
    select day::text as day, jsonb_array_length(changes) as changes from inventory_days
    where deployment_id = ${deployment.id}::bigint and not missing and collected_at >= ${new Date(from)} and collected_at < ${new Date(to)}
    order by day desc limit 1`.execute(db)
  return rows[0]
}

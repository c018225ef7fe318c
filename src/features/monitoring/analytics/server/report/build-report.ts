import { sql } from 'kysely'
import type { QueryScope } from '#features/monitoring/metrics/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import type {
  AnalyticsDeployment,
  MdUtilization,
  ReportFigure,
  ReportSection,
  ReportTable,
  TecReport,
} from '../../contract.ts'
import en from '../../messages/report.en.json' with { type: 'json' }
import { inventorySettings } from '../inventory-settings.ts'
import { mdUtilization } from '../md-utilization.ts'
import { readInstant, readQuery } from '../read-query.ts'
import { findWatermarks } from '../watermark-routes.ts'
import { reportText, reportTime, sentence } from './report-format.ts'
import { reportQueries, type SectionQueries } from './report-queries.ts'

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

type Part = Partial<Pick<ReportSection, 'sentences' | 'figures' | 'tables'>>
type SectionName = keyof typeof en.sections
type Column = keyof typeof en.columns

/** Makes the technical report: the same figures for the same period and samples. */
export async function buildReport(db: Database, input: ReportInput): Promise<TecReport> {
  const { deployment, zone, from, to, version, accountId } = input
  const readFor = new Date(to).toISOString()
  const time = reportTime(zone)
  const figure = (label: keyof typeof en.figures, text: string, value: number | null = null): ReportFigure => ({
    ...{ label: en.figures[label], text, value, query: null, readFor },
  })
  const count = (label: keyof typeof en.figures, value: number) => figure(label, reportText(value, 'count'), value)

  const gaps = await readGaps(db, input)
  const cases = await readCases(db, input)
  const settings = await inventorySettings(db, accountId)
  const thresholds = { ds: settings.dsThreshold, us: settings.usThreshold }
  const domains = await mdUtilization(db, input.scope, { from, to, zone, thresholds })
  const flagged = domains.filter((one) => one.flagged)
  const modems = await readSection(db, input, reportQueries.modems)
  const lost = cases.outages.reduce((sum, { minutes, modems: affected }) => sum + minutes * affected, 0)
  const coverage = reportText(gaps.coverage, 'percent')
  const outageSentence =
    cases.outages.length === 0
      ? sentence('noOutages')
      : sentence('outages', { outages: cases.outages.length, minutes: reportText(lost, 'count') })
  const capacitySentence = sentence('capacity', { flagged: flagged.length, judged: domains.length })
  const todo = [
    ...flagged.map(({ md, ccap, direction, p95Busy }) =>
      sentence('split', { md, ccap, direction: direction.toUpperCase(), p95: reportText(p95Busy, 'percent') }),
    ),
    ...(gaps.missingMinutes > 0 ? [sentence('telemetry', { minutes: reportText(gaps.missingMinutes, 'count') })] : []),
  ]
  const software = deployment.softwareVersion
  const parts: readonly (readonly [SectionName, Part])[] = [
    [
      'cover',
      {
        figures: [
          figure('account', deployment.account.displayName),
          figure('deployment', deployment.name),
          figure('version', deployment.version),
          figure('softwareVersion', software ?? en.missing),
          figure('period', `${time(from)} – ${time(to)}`),
          figure('zone', zone),
          figure('coverage', coverage, gaps.coverage),
        ],
      },
    ],
    [
      'summary',
      {
        sentences: [
          outageSentence,
          capacitySentence,
          sentence('modems', { known: modems.figures[0]?.text ?? '', online: modems.figures[1]?.text ?? '' }),
          sentence('coverage', { coverage }),
          todo[0] ?? sentence('nothing'),
        ],
      },
    ],
    [
      'availability',
      {
        figures: [count('outages', cases.outages.length), count('outageMinutes', lost)],
        tables: [
          tableOf(
            'outages',
            ['case', 'start', 'minutes', 'modems'],
            cases.outages.map(({ key, start, minutes, modems: affected }) => [
              key,
              time(start),
              reportText(minutes, 'count'),
              reportText(affected, 'count'),
            ]),
          ),
        ],
      },
    ],
    ['modems', modems],
    [
      'capacity',
      {
        sentences: [capacitySentence],
        figures: [count('macDomains', domains.length), count('flagged', flagged.length)],
        tables: [
          mdTable('flagged', flagged),
          mdTable('fullest', domains.filter(({ missing }) => !missing).slice(0, 10)),
        ],
      },
    ],
    ['rf', await readSection(db, input, reportQueries.rf)],
    ['nodes', await readSection(db, input, reportQueries.nodes)],
    ...(version === 4
      ? ([
          ['cores', await readSection(db, input, reportQueries.cores)],
          ['pon', await readSection(db, input, reportQueries.pon)],
        ] as const)
      : []),
    ['watermarks', { tables: [await watermarkTable(db, input)] }],
    ['software', { sentences: [software ? sentence('software', { software }) : sentence('unknownSoftware')] }],
    [
      'cases',
      {
        figures: [
          count('openCases', cases.open),
          count('resolvedCases', cases.resolved),
          count('returns', cases.returns),
        ],
      },
    ],
    ['maintenance', { sentences: [sentence('noMaintenance')] }],
    ['recommendations', { sentences: todo.length > 0 ? todo : [sentence('nothing')] }],
    [
      'gaps',
      {
        figures: [count('missingMinutes', gaps.missingMinutes)],
        tables: [tableOf('gaps', ['cluster', 'minutes'], gaps.rows)],
      },
    ],
  ]
  return {
    title: en.title,
    account: deployment.account.displayName,
    deployment: deployment.name,
    deploymentVersion: deployment.version,
    analyticsVersion: version,
    from: new Date(from).toISOString(),
    to: readFor,
    zone,
    sections: parts.map(([name, part], index) => ({
      number: index + 1,
      title: en.sections[name],
      sentences: [...(part.sentences ?? [])],
      figures: [...(part.figures ?? [])],
      tables: [...(part.tables ?? [])],
    })),
  }
}

function tableOf(
  title: keyof typeof en.tables,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  query: string | null = null,
): ReportTable {
  const shown = { title: en.tables[title], columns: columns.map((column) => en.columns[column]), query }
  return { ...shown, rows: rows.map((row) => [...row]) }
}

function mdTable(title: 'flagged' | 'fullest', rows: readonly MdUtilization[]): ReportTable {
  return tableOf(
    title,
    ['md', 'ccap', 'direction', 'p95', 'days'],
    rows.map(({ md, ccap, direction, p95Busy, daysAbove }) => [
      ...[md, ccap, direction.toUpperCase(), reportText(p95Busy, 'percent'), String(daysAbove)],
    ]),
  )
}

async function watermarkTable(db: Database, { accountId, deployment, zone }: ReportInput): Promise<ReportTable> {
  const time = reportTime(zone)
  const found = await findWatermarks(db, accountId, deployment.name)
  const rows = found.map(({ name, value, unit, lastUpdate, source }) => [
    name,
    value === null
      ? en.missing
      : unit === 'percent'
        ? reportText(value, 'percent')
        : `${Number(value.toPrecision(6))} ${unit}`,
    lastUpdate === null ? '' : time(Date.parse(lastUpdate)),
    source,
  ])
  return {
    ...tableOf('watermarks', ['name', 'date', 'source'], rows),
    columns: [en.columns.name, en.value, en.columns.date, en.columns.source],
  }
}

async function readSection(db: Database, { scope, from, to }: ReportInput, { figures, tables }: SectionQueries) {
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
async function readGaps(db: Database, { scope, from, to }: ReportInput) {
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

async function readCases(db: Database, { deployment, from, to }: ReportInput) {
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

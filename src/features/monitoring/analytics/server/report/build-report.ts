import type { Database } from '#kit/server/database.ts'
import type { MdUtilization, ReportFigure, ReportSection, ReportTable, TecReport } from '../../contract.ts'
import en from '../../messages/report.en.json' with { type: 'json' }
import { inventorySettings } from '../inventory-settings.ts'
import { mdUtilization } from '../md-utilization.ts'
import { findWatermarks } from '../watermark-routes.ts'
import { type Column, type ReportInput, readCases, readGaps, readSection } from './read-report.ts'
import { reportText, reportTime, sentence } from './report-format.ts'
import { reportQueries } from './report-queries.ts'

type Part = Partial<Pick<ReportSection, 'sentences' | 'figures' | 'tables'>>
type SectionName = keyof typeof en.sections

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

import { type ReactNode, useMemo, useState } from 'react'
import { gapsOf, missingMinutes } from '#kit/web/chart/chart-gaps.ts'
import type { ChartMark, ChartRange, ChartSeries } from '#kit/web/chart/chart-types.ts'
import { LineChart } from '#kit/web/chart/line-chart.tsx'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconChartLine, IconDownload, IconHistory, IconList, IconPrinter } from '#kit/web/icons/icons.generated.ts'
import { Card } from '#kit/web/look/card.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import { formatDuration } from '#kit/web/time/write-span.ts'
import { type GraphSeries, type Insight, readInsightGraph } from '../contract.ts'
import { useText } from '../texts.ts'
import { formatValue } from './format-value.ts'
import classes from './insights.module.css'
import type { ShownRange } from './ranges.ts'

/** The graph of an insight in a deployment, with its limits, marks, the period before, and the same figures as a table. */
export function InsightGraph(props: {
  account: string
  insight: Insight
  deployment: string
  range: ShownRange
  /** Shows this object alone. */
  object?: string | undefined
  marks?: readonly ChartMark[]
  onBrush?: (range: ChartRange) => void
}) {
  const { account, insight, deployment, range, object, marks, onBrush } = props
  const t = useText()
  const [before, setBefore] = useState(false)
  const [table, setTable] = useState(false)
  const span = range.to - range.from
  const now = useGraph(props, range, true)
  const then = useGraph(props, { ...range, from: range.from - span, to: range.to - span }, before)
  const series = useMemo(
    () => (now.data ? chartSeries(now.data._embedded.graph, object) : undefined),
    [now.data, object],
  )
  const drawnSeries = useMemo(() => {
    const earlier = before && then.data ? chartSeries(then.data._embedded.graph, object) : []
    return [
      ...(series ?? []),
      ...earlier.map(
        ({ name, points }): ChartSeries => ({
          name: t('graph.beforeName', { name }),
          ghost: true,
          points: points.map(([at, value]) => [at + span, value]),
        }),
      ),
    ]
  }, [series, before, then.data, object, span, t])
  const format = useMemo(() => (value: number) => formatValue(value, insight.unit), [insight.unit])
  const thresholds = useMemo(() => {
    const { threshold } = insight
    if (!threshold) return []
    const { sense, warn, crit } = threshold
    return [
      { value: warn, label: t('graph.warning', { value: format(warn) }), sense, critical: false },
      { value: crit, label: t('graph.critical', { value: format(crit) }), sense, critical: true },
    ]
  }, [insight, format, t])
  const missing = series && missingMinutes(gapsOf(series, range, range.step))
  const isEmpty = series && !series.some(({ points }) => points.some(([, value]) => value !== null))
  const spanText = `${formatDateTime(new Date(range.from))} – ${formatDateTime(new Date(range.to))}`
  const label = t('graph.label', { insight: insight.displayName, deployment, range: spanText })
  return (
    <GraphCard
      insight={insight}
      note={[deployment, spanText, missing ? t('graph.missing', { span: formatDuration(missing) ?? '' }) : '']
        .filter(Boolean)
        .join(' · ')}
      series={series ?? []}
      before={before}
      onBefore={setBefore}
      table={table}
      onTable={setTable}
      name={`${insight.name}-${account}-${deployment}`}
    >
      <QueryView query={now} rows={6}>
        {() =>
          isEmpty ? (
            <EmptyState colour="grey" icon={<IconChartLine size={22} aria-hidden />} title={t('graph.empty')}>
              {t('graph.emptyText')}
            </EmptyState>
          ) : table ? (
            <GraphTable label={label} series={drawnSeries} format={format} />
          ) : (
            <LineChart
              label={label}
              series={drawnSeries}
              range={range}
              step={range.step}
              format={format}
              thresholds={thresholds}
              {...(marks ? { marks } : {})}
              {...(onBrush ? { onBrush } : {})}
              group="insights"
            />
          )
        }
      </QueryView>
    </GraphCard>
  )
}

function useGraph(
  { account, insight, deployment }: { account: string; insight: Insight; deployment: string },
  { from, to, granularity }: ShownRange,
  isEnabled: boolean,
) {
  return useQueryOf(
    readInsightGraph,
    {
      query: {
        account,
        deployment,
        granularity: insight.granularities.includes(granularity) ? granularity : '1h',
        category: insight.category.id,
        type: insight.type.id,
        series: insight.name,
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
      },
    },
    { enabled: isEnabled, keep: true, refetchInterval: 60_000 },
  )
}

function chartSeries(graph: readonly GraphSeries[], object: string | undefined): ChartSeries[] {
  return graph.filter(({ name }) => object === undefined || name === object)
}

/** The points of a graph as a table, newest first. */
function GraphTable({
  label,
  series,
  format,
}: {
  label: string
  series: readonly ChartSeries[]
  format: (value: number) => string
}) {
  const t = useText()
  const values = series.map(({ points }) => new Map(points))
  const times = [...new Set(series.flatMap(({ points }) => points.map(([at]) => at)))].sort((a, b) => b - a)
  const columns: PlainColumn<number>[] = [
    {
      id: 'time',
      label: t('graph.time'),
      width: 10,
      cell: (at) => <time dateTime={new Date(at).toISOString()}>{formatDateTime(new Date(at))}</time>,
    },
    ...series.map(
      ({ name }, index): PlainColumn<number> => ({
        id: `${index}`,
        label: name,
        align: 'right',
        cell: (at) => {
          const value = values[index]?.get(at)
          return typeof value === 'number' ? format(value) : t('missing')
        },
      }),
    ),
  ]
  return (
    <section className={classes.table} aria-label={label} {...{ tabIndex: 0 }}>
      <PlainTable label={label} columns={columns} rows={times} id={String} />
    </section>
  )
}

/** The frame of a graph: title, range, and its tools. */
function GraphCard(props: {
  insight: Insight
  note: string
  series: readonly ChartSeries[]
  before: boolean
  onBefore: (shown: boolean) => void
  table: boolean
  onTable: (shown: boolean) => void
  /** The name of the CSV file. */
  name: string
  children: ReactNode
}) {
  const t = useText()
  const { before, table, series } = props
  const tools = (
    <>
      <IconButton
        aria-label={t('graph.before')}
        title={t('graph.before')}
        aria-pressed={before}
        onClick={() => props.onBefore(!before)}
      >
        <IconHistory size={16} aria-hidden />
      </IconButton>
      <IconButton
        aria-label={t('graph.table')}
        title={t('graph.table')}
        aria-pressed={table}
        onClick={() => props.onTable(!table)}
      >
        <IconList size={16} aria-hidden />
      </IconButton>
      <IconButton aria-label={t('graph.csv')} title={t('graph.csv')} onClick={() => downloadCsv(props.name, series)}>
        <IconDownload size={16} aria-hidden />
      </IconButton>
      <IconButton aria-label={t('graph.print')} title={t('graph.print')} onClick={() => window.print()}>
        <IconPrinter size={16} aria-hidden />
      </IconButton>
    </>
  )
  return (
    <Card title={props.insight.displayName} note={props.note} right={tools}>
      {props.children}
    </Card>
  )
}

/** Downloads the points of a graph: one line per time, one column per series; a missing value is an empty cell. */
function downloadCsv(name: string, series: readonly ChartSeries[]): void {
  const times = [...new Set(series.flatMap(({ points }) => points.map(([at]) => at)))].sort((a, b) => a - b)
  const columns = series.map(({ points }) => new Map(points))
  const lines = times.map((at) =>
    [new Date(at).toISOString(), ...columns.map((values) => String(values.get(at) ?? ''))].join(','),
  )
  const head = ['time', ...series.map((one) => `"${one.name.replaceAll('"', '""')}"`)].join(',')
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([`\ufeff${[head, ...lines].join('\r\n')}\r\n`], { type: 'text/csv' }))
  link.download = `${name}.csv`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

import { useMemo, useState } from 'react'
import { gapsOf, missingMinutes } from '#kit/web/chart/chart-gaps.ts'
import type { ChartMark, ChartRange, ChartSeries } from '#kit/web/chart/chart-types.ts'
import { LineChart } from '#kit/web/chart/line-chart.tsx'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconChartLine } from '#kit/web/icons/icons.generated.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import { formatDuration } from '#kit/web/time/write-span.ts'
import { type GraphSeries, type Insight, readInsightGraph } from '../contract.ts'
import { useText } from '../texts.ts'
import { formatValue } from './format-value.ts'
import { GraphCard } from './graph-card.tsx'
import { GraphTable } from './graph-table.tsx'
import type { Shown } from './ranges.ts'

/** The graph of an insight in a deployment, with its limits, marks, the period before, and the same figures as a table. */
export function InsightGraph(props: {
  account: string
  insight: Insight
  deployment: string
  range: Shown
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
  const drawn = useMemo(() => {
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
            <GraphTable label={label} series={drawn} format={format} />
          ) : (
            <LineChart
              label={label}
              series={drawn}
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
  { from, to, granularity }: Shown,
  enabled: boolean,
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
    { enabled, keep: true, refetchInterval: 60_000 },
  )
}

function chartSeries(graph: readonly GraphSeries[], object: string | undefined): ChartSeries[] {
  return graph.filter(({ name }) => object === undefined || name === object)
}

import { useMemo } from 'react'
import type { ChartSeries } from '#kit/web/chart/chart-types.ts'
import { LineChart } from '#kit/web/chart/line-chart.tsx'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconChartLine } from '#kit/web/icons/icons.generated.ts'
import { Card } from '#kit/web/look/card.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { useCurrentMinute } from '#kit/web/time/age.tsx'
import { readClustersGraph } from '../contract.ts'
import { useText } from '../texts.ts'

const DAY_MS = 86_400_000
const STEP_MS = 300_000

/** Modems online over time: of the account and of each cluster. */
export function ModemsCard({ account, days, height = 320 }: { account: string; days: number; height?: number }) {
  const t = useText()
  const now = Math.floor(useCurrentMinute() / STEP_MS) * STEP_MS
  const [from, to] = [new Date(now - days * DAY_MS).toISOString(), new Date(now).toISOString()]
  const query = useQueryOf(readClustersGraph, { query: { account, from, to } }, { keep: true })
  const series = useMemo((): ChartSeries[] => {
    if (!query.data) return []
    const first = Date.parse(query.data.from)
    const points = (values: readonly (number | null)[]) =>
      values.map((value, index) => [first + index * query.data.step * 1000, value] as const)
    const clusters = query.data.graph.map((one) => ({
      name: `${one.deployment} ${one.cluster}`,
      points: points(one.points),
    }))
    return clusters.length > 1 ? [{ name: t('total'), points: points(query.data.total) }, ...clusters] : clusters
  }, [query.data, t])
  return (
    <Card title={t('modemsOnline')} note={query.data?.zone}>
      <QueryView query={query} rows={6}>
        {(data) => (
          <>
            {series.length === 0 && (
              <EmptyState colour="grey" icon={<IconChartLine size={22} aria-hidden />} title={t('noSamples')}>
                {t('noSamplesText')}
              </EmptyState>
            )}
            {series.length > 0 && (
              <LineChart
                label={t('modemsOnline')}
                series={series}
                range={{ from: Date.parse(data.from), to: Date.parse(data.to) }}
                step={data.step * 1000}
                format={formatCount}
                height={height}
              />
            )}
          </>
        )}
      </QueryView>
    </Card>
  )
}

import { useMemo } from 'react'
import type { ChartSeries } from '#kit/web/chart/chart-types.ts'
import { LineChart } from '#kit/web/chart/line-chart.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { formatDuration } from '#kit/web/time/write-span.ts'
import type { CasesReport } from '../contract.ts'
import { useText } from '../texts.ts'

const MONTH_MS = 31 * 86_400_000
const minutesText = (minutes: number) => formatDuration(minutes) ?? ''

/** The time to the first response by month: median and 90th percentile. */
export function ResponseChart({ months }: { months: CasesReport['months'] }) {
  const t = useText()
  const chart = useMemo(() => {
    const at = (month: string) => Date.parse(`${month}-15T00:00:00Z`)
    const pointsOf = (of: (spread: CasesReport['months'][number]['firstResponse']) => number | null) =>
      months.map(({ month, firstResponse }) => [at(month), of(firstResponse)] as const)
    const series: ChartSeries[] = [
      { name: t('charts.median'), points: pointsOf(({ median }) => median) },
      { name: t('charts.p90'), points: pointsOf(({ p90 }) => p90) },
    ]
    return { series, range: { from: at(months[0]!.month), to: at(months.at(-1)!.month) } }
  }, [months, t])
  return (
    <Card title={t('months.response')} note={t('months.both')}>
      <LineChart {...chart} label={t('charts.responseLabel')} step={MONTH_MS} format={minutesText} height={220} />
    </Card>
  )
}

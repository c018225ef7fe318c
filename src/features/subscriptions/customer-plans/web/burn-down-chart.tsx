import { useMemo } from 'react'
import type { ChartMark, ChartSeries, ChartThreshold } from '#kit/web/chart/chart-types.ts'
import { LineChart } from '#kit/web/chart/line-chart.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import type { BurnDown } from '../contract.ts'
import { useBurnDownText } from '../texts.ts'

const DAY_MS = 86_400_000
/** Days after the last count that the expected line covers. */
const AHEAD = 60

/** The counted modems, the contract, the highest count, and what is expected by the slope. */
export function BurnDownChart({ data }: { data: BurnDown }) {
  const t = useBurnDownText()
  const chart = useMemo(() => {
    const points = data.days.map(({ day, counted }) => [Date.parse(day), counted] as const)
    const last = points.at(-1)!
    const until = Math.max(last[0] + AHEAD * DAY_MS, data.crossing ? Date.parse(data.crossing.day) + 7 * DAY_MS : 0)
    const ahead = Math.min(until, last[0] + 365 * DAY_MS)
    const series: ChartSeries[] = [{ name: t('counted'), points }]
    if (data.perDay !== null) {
      const expectedPoints = Array.from({ length: Math.round((ahead - last[0]) / DAY_MS) + 1 }, (_, day) => {
        return [last[0] + day * DAY_MS, Math.round(last[1] + day * data.perDay!)] as const
      })
      series.push({ name: t('expected'), points: expectedPoints, ghost: true })
    }
    const thresholds: ChartThreshold[] =
      data.contracted === null
        ? []
        : [{ value: data.contracted, label: t('contracted'), sense: 'above', critical: true }]
    const marks: ChartMark[] = []
    if (data.highest) {
      const label = `${t('highest')} ${formatCount(data.highest.counted)}`
      marks.push({ at: Date.parse(data.highest.day), label })
    }
    if (data.crossing) {
      const { from, to, day } = data.crossing
      marks.push({ at: Date.parse(from), ...(to ? { until: Date.parse(to) } : {}), label: t('crossing') })
      if (!to) marks.push({ at: Date.parse(day), label: t('crossing') })
    }
    return {
      series,
      thresholds,
      marks,
      measuredUntil: last[0],
      range: { from: points[0]![0], to: data.perDay === null ? last[0] : ahead },
    }
  }, [data, t])
  return <LineChart {...chart} label={t('title')} step={DAY_MS} format={formatCount} height={260} />
}

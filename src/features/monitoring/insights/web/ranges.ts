import { useMemo } from 'react'
import type { ChartRange } from '#kit/web/chart/chart-types.ts'
import { useUrlQuery } from '#kit/web/url-query.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** The ranges to choose from, with the granularity of their points. */
export const ranges = {
  '6h': { span: 6 * HOUR, granularity: '5m' },
  '24h': { span: 24 * HOUR, granularity: '5m' },
  '7d': { span: 168 * HOUR, granularity: '1h' },
  '30d': { span: 720 * HOUR, granularity: '1h' },
} as const
export type RangeName = keyof typeof ranges
export const rangeNames = Object.keys(ranges) as RangeName[]

const steps = { '5m': 5 * MINUTE, '1h': HOUR } as const

/** A range of time with the granularity and distance of its points. */
export type ShownRange = ChartRange & { readonly granularity: '5m' | '1h'; readonly step: number }

/** The range in the address: one of the usual ones up to now, or one that was drawn over a graph. */
export function useRange() {
  const { query, change } = useUrlQuery<'range' | 'from' | 'to'>()
  const name = rangeNames.find((one) => one === query.range) ?? '24h'
  const shownTimes = useMemo(() => shownRange(name, query), [name, query])
  return {
    name,
    isDrawn: Boolean(query.from && query.to),
    shown: shownTimes,
    choose: (range: RangeName) => change({ range, from: undefined, to: undefined }, 'step'),
    draw: ({ from, to }: ChartRange) =>
      change({ from: new Date(from).toISOString(), to: new Date(to).toISOString() }, 'step'),
  }
}

function shownRange(name: RangeName, { from, to }: { from?: string; to?: string }): ShownRange {
  const { span, granularity } = ranges[name]
  if (from && to && Date.parse(to) > Date.parse(from)) {
    const drawnRange = { from: Date.parse(from), to: Date.parse(to) }
    const fine = drawnRange.to - drawnRange.from <= 48 * HOUR ? '5m' : '1h'
    return { ...drawnRange, granularity: fine, step: steps[fine] }
  }
  const step = steps[granularity]
  const end = Math.floor(Date.now() / step) * step
  return { from: end - span, to: end, granularity, step }
}

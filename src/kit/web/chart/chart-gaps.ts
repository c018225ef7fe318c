import type { ChartRange, ChartSeries } from './chart-types.ts'

/** Where no series has a value: from the last point before to the first point after. */
export function gapsOf(series: readonly ChartSeries[], { from, to }: ChartRange, step: number): ChartRange[] {
  const present = new Set<number>()
  for (const { points, ghost } of series) {
    if (ghost) continue
    for (const [at, value] of points) if (value !== null) present.add(at)
  }
  const times = [...present].sort((a, b) => a - b)
  const edges = [from - step, ...times, to + step]
  return edges.flatMap((start, index) => {
    const end = edges[index + 1]
    if (end === undefined || end - start <= step * 1.5) return []
    return [{ from: Math.max(start, from), to: Math.min(end, to) }]
  })
}

/** Minutes that are missing in all. */
export function missingMinutes(gaps: readonly ChartRange[]): number {
  return Math.round(gaps.reduce((sum, { from, to }) => sum + to - from, 0) / 60_000)
}

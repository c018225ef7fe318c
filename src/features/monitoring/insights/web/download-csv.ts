import type { ChartSeries } from '#kit/web/chart/chart-types.ts'

/** Downloads the points of a graph: one line per time, one column per series; a missing value is an empty cell. */
export function downloadCsv(name: string, series: readonly ChartSeries[]): void {
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

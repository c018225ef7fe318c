import { Suspense } from 'react'
import { lazyNamed } from '../lazy-named.ts'
import { LoadingRows } from '../states/loading.tsx'
import type { LineChartProps } from './chart-types.ts'

const LineChartCanvas = lazyNamed(() => import('./line-chart-canvas.tsx'), 'LineChartCanvas')

/**
 * Lines over time, with limits, marks and hatched gaps. The library is loaded with the first chart. Pass the same
 * objects while nothing has changed: a new `series`, `thresholds` or `format` draws the chart again.
 */
export function LineChart(props: LineChartProps) {
  return (
    <Suspense fallback={<LoadingRows rows={6} />}>
      <LineChartCanvas {...props} />
    </Suspense>
  )
}

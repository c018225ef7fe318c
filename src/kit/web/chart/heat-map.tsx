import { Suspense } from 'react'
import { lazyNamed } from '../lazy-named.ts'
import { LoadingRows } from '../states/loading.tsx'
import type { HeatMapProps } from './chart-types.ts'

const HeatMapCanvas = lazyNamed(() => import('./heat-map-canvas.tsx'), 'HeatMapCanvas')

/** Rows by columns in viridis, with a cell cursor for the keyboard; missing cells are hatched. */
export function HeatMap(props: HeatMapProps) {
  return (
    <Suspense fallback={<LoadingRows rows={8} />}>
      <HeatMapCanvas {...props} />
    </Suspense>
  )
}

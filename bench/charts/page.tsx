import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import '../../src/kit/web/look/tokens.css'
import type { ChartSeries } from '#kit/web/chart/chart-types.ts'
import { LineChartCanvas } from '#kit/web/chart/line-chart-canvas.tsx'

const SERIES = 20
const POINTS = 2000
const STEP = 300_000
const range = { from: 0, to: (POINTS - 1) * STEP }

/** Series of the form of utilisation: a day's wave with noise. */
function makeSeries(seed: number): ChartSeries[] {
  return Array.from({ length: SERIES }, (_, row) => ({
    name: `series ${row}`,
    points: Array.from({ length: POINTS }, (_, index) => {
      const noise = Math.sin(index * 12.9898 + row * 78.233 + seed) * 43758.5453
      return [index * STEP, 50 + 30 * Math.sin(index / 46 + row / 3) + 10 * (noise - Math.floor(noise))] as const
    }),
  }))
}

const format = (value: number) => value.toFixed(1)

function Page() {
  const [series, setSeries] = useState<ChartSeries[]>()
  Object.assign(window, { draw: (seed: number) => setSeries(makeSeries(seed)) })
  return series ? <LineChartCanvas label="chart" series={series} range={range} step={STEP} format={format} /> : null
}

createRoot(document.getElementById('root')!).render(<Page />)

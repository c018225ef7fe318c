import { HeatmapChart, LineChart } from 'echarts/charts'
import {
  BrushComponent,
  GridComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TooltipComponent,
  VisualMapContinuousComponent,
} from 'echarts/components'
import { connect, type ECharts, init, use } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { CanvasRenderer } from 'echarts/renderers'

const parts = [
  LineChart,
  HeatmapChart,
  GridComponent,
  TooltipComponent,
  MarkAreaComponent,
  MarkLineComponent,
  BrushComponent,
  VisualMapContinuousComponent,
  LabelLayout,
  CanvasRenderer,
]

/** A new chart in an element; those of one group show the same time. */
export function createChart(element: HTMLElement, group: string | undefined): ECharts {
  // Called here: a module of the browser has no effects of its own.
  use(parts)
  const chart = init(element)
  if (group) {
    chart.group = group
    connect(group)
  }
  return chart
}

export type { ECharts }

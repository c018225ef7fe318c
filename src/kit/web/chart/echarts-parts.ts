import { HeatmapChart, LineChart } from 'echarts/charts'
import {
  BrushComponent,
  GridComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TooltipComponent,
  VisualMapContinuousComponent,
} from 'echarts/components'
import { use } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { CanvasRenderer } from 'echarts/renderers'

use([
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
])

export { connect, type ECharts, init } from 'echarts/core'

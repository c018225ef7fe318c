import { useCallback, useEffect } from 'react'
import { useText } from '../text/kit-text.ts'
import classes from './chart.module.css'
import type { LineChartProps } from './chart-types.ts'
import type { ECharts } from './echarts-parts.ts'
import { lineChartOption } from './line-chart-option.ts'
import { useEcharts } from './use-echarts.ts'

type BrushEnd = { readonly areas?: readonly { readonly coordRange?: readonly [number, number] }[] }

/** A line chart on a canvas. Its table is the page's: the canvas itself is one picture to assistive technology. */
export function LineChartCanvas(props: LineChartProps) {
  const t = useText()
  const missing = t('chart.missing')
  const { onBrush, label, height = 320 } = props
  const option = useCallback(
    (colours: Parameters<typeof lineChartOption>[1]['colours'], width: number) =>
      lineChartOption(props, { colours, width, missing }),
    [props, missing],
  )
  const { frame, chart } = useEcharts(option, { group: props.group, onDrawn: onBrush && takeBrush })

  useEffect(() => {
    if (!chart || !onBrush) return
    const end = (event: unknown) => {
      const [from, to] = (event as BrushEnd).areas?.[0]?.coordRange ?? []
      if (from !== undefined && to !== undefined && to - from > props.step) onBrush({ from, to })
      chart.dispatchAction({ type: 'brush', areas: [] })
    }
    chart.on('brushEnd', end)
    return () => {
      if (!chart.isDisposed()) chart.off('brushEnd', end)
    }
  }, [chart, onBrush, props.step])

  return <div ref={frame} className={classes.canvas} role="img" aria-label={label} style={{ height }} />
}

/** Makes the pointer draw a range. */
function takeBrush(chart: ECharts): void {
  chart.dispatchAction({
    type: 'takeGlobalCursor',
    key: 'brush',
    brushOption: { brushType: 'lineX', brushMode: 'single' },
  })
}

import { useComputedColorScheme } from '@mantine/core'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type ChartColours, chartColours } from './chart-colours.ts'
import { connect, type ECharts, init } from './echarts-parts.ts'

type Option = Parameters<ECharts['setOption']>[0]

/** A chart in an element that follows its size, the colour scheme and the option; null until the element exists. */
export function useEcharts(
  build: (colours: ChartColours, width: number) => Option,
  group?: string,
): { frame: RefObject<HTMLDivElement | null>; chart: ECharts | null } {
  const frame = useRef<HTMLDivElement>(null)
  const [chart, setChart] = useState<ECharts | null>(null)
  const [width, setWidth] = useState(0)
  const scheme = useComputedColorScheme('light')

  useEffect(() => {
    const element = frame.current
    if (!element) return
    const made = init(element)
    const observer = new ResizeObserver(() => {
      made.resize()
      setWidth(element.clientWidth)
    })
    observer.observe(element)
    setChart(made)
    setWidth(element.clientWidth)
    return () => {
      observer.disconnect()
      made.dispose()
    }
  }, [])

  useEffect(() => {
    if (!chart || !group) return
    chart.group = group
    connect(group)
  }, [chart, group])

  useEffect(() => {
    // The colours are read from the page, which has the scheme by now.
    if (chart && frame.current && scheme) chart.setOption(build(chartColours(frame.current), width), { notMerge: true })
  }, [chart, build, width, scheme])

  return { frame, chart }
}

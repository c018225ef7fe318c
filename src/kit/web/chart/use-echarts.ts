import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type ChartColours, chartColours } from './chart-colours.ts'
import { createChart, type ECharts } from './echarts-parts.ts'

type Option = Parameters<ECharts['setOption']>[0]

/**
 * A chart in an element that follows its size, the colour scheme and the option; null until the element exists.
 * `onDrawn` is called after each new option: it has reset what was chosen on the chart, as a tool of the pointer.
 */
export function useEcharts(
  build: (colours: ChartColours, width: number) => Option,
  { group, onDrawn }: { group?: string | undefined; onDrawn?: ((chart: ECharts) => void) | undefined } = {},
): { frame: RefObject<HTMLDivElement | null>; chart: ECharts | null } {
  const frame = useRef<HTMLDivElement>(null)
  const [chart, setChart] = useState<ECharts | null>(null)
  const [width, setWidth] = useState(0)
  const scheme = useSyncExternalStore(watchScheme, schemeOfPage)

  useEffect(() => {
    const element = frame.current
    if (!element) return
    const chart = createChart(element, group)
    const observer = new ResizeObserver(() => {
      chart.resize()
      setWidth(element.clientWidth)
    })
    observer.observe(element)
    setChart(chart)
    setWidth(element.clientWidth)
    return () => {
      observer.disconnect()
      // A chart that is drawn over several frames would go on drawing after its end.
      chart.clear()
      chart.getZr().flush()
      chart.dispose()
    }
  }, [group])

  useEffect(() => {
    // The colours are read from the page, which has the scheme by now.
    if (!chart || !frame.current || !scheme) return
    chart.setOption(build(chartColours(frame.current), width), { notMerge: true })
    onDrawn?.(chart)
  }, [chart, build, width, scheme, onDrawn])

  return { frame, chart }
}

/** Read from the page and not from Mantine, whose components would come along with the first chart. */
function schemeOfPage(): string {
  return document.documentElement.dataset.mantineColorScheme ?? 'light'
}

function watchScheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] })
  return () => observer.disconnect()
}

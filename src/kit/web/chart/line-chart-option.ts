import { formatDateTime, formatTime } from '../time/time.ts'
import { type ChartColours, hatch } from './chart-colours.ts'
import { gapsOf } from './chart-gaps.ts'
import { tooltipContent } from './chart-tooltip.ts'
import type { ChartThreshold, LineChartProps } from './chart-types.ts'

/** Width in pixels from which the names of the lines stand at their ends. */
const WIDE = 620
/** With more lines than these, none is named at its end, and all of them are thin. */
const MANY = 8
/** The share of the width that a gap needs for its label; the hatch and the tooltip name it anyway. */
const LABEL_SHARE = 0.08
/** Lines in a tooltip, at most. */
const MOST_LINES = 12

/** The canvas of what does not move with the pointer: it is not drawn again while the line under the pointer moves. */
const DRAWN = -1

/** The option of a line chart; `missing` is the label of gaps. */
export function lineChartOption(
  {
    series,
    range,
    measuredUntil = range.to,
    step,
    format,
    thresholds = [],
    marks = [],
    onBrush,
    fromZero,
  }: LineChartProps,
  { colours, width, missing }: { colours: ChartColours; width: number; missing: string },
) {
  const many = series.length > MANY
  const hasNames = width >= WIDE && !many
  const gaps = gapsOf(series, { ...range, to: measuredUntil }, step)
  const text = { color: colours.muted, fontFamily: colours.font, fontSize: 11 }
  return {
    animation: false,
    textStyle: { fontFamily: colours.font },
    grid: {
      left: 8,
      right: hasNames ? 130 : 16,
      top: 24,
      bottom: 8,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    tooltip: {
      trigger: 'axis',
      confine: true,
      transitionDuration: 0,
      backgroundColor: colours.card,
      borderColor: colours.line,
      padding: 0,
      textStyle: { color: colours.text, fontFamily: colours.font, fontSize: 12 },
      axisPointer: { type: 'line', lineStyle: { color: colours.muted } },
      formatter: (points: readonly TooltipPoint[]) => tooltipOf(points, format, missing),
    },
    xAxis: {
      zlevel: DRAWN,
      // The point under the pointer would be marked on each line, for which all of them are drawn again.
      axisPointer: { triggerEmphasis: false },
      type: 'time',
      min: range.from,
      max: range.to,
      axisLine: { lineStyle: { color: colours.line } },
      axisTick: { show: false },
      axisLabel: { ...text, hideOverlap: true, formatter: axisTime },
    },
    yAxis: {
      zlevel: DRAWN,
      type: 'value',
      scale: !fromZero,
      min: fromZero ? 0 : lowest(thresholds),
      max: maximum(thresholds),
      splitNumber: 5,
      splitLine: { lineStyle: { color: colours.grid } },
      // The top of the scale is no round number.
      axisLabel: { ...text, formatter: format, showMaxLabel: false },
    },
    ...(onBrush && {
      brush: {
        xAxisIndex: 0,
        brushType: 'lineX',
        toolbox: [],
        brushStyle: { color: colours.brush, opacity: 0.14, borderColor: colours.brush, borderWidth: 1 },
        throttleType: 'debounce',
        throttleDelay: 100,
      },
    }),
    series: [
      ...series.map((one, index) =>
        lineOf(one, { look: seriesStyle(one, index, { colours, many }), named: hasNames, colours }),
      ),
      {
        type: 'line',
        data: [],
        zlevel: DRAWN,
        silent: true,
        tooltip: { show: false },
        markArea: { silent: true, data: areas({ thresholds, marks, gaps, colours, missing, range }) },
        markLine: { silent: true, symbol: 'none', data: lines({ thresholds, marks, colours }) },
      },
    ],
  }
}

type TooltipPoint = {
  readonly axisValue: number
  readonly seriesName: string
  readonly color: unknown
  readonly value: readonly [number, number | null]
}
type Look = { readonly colour: string; readonly dash: string; readonly width: number }

function seriesStyle(
  { ghost }: LineChartProps['series'][number],
  index: number,
  { colours, many }: { colours: ChartColours; many: boolean },
): Look {
  if (ghost) return { colour: colours.other, dash: 'dotted', width: 1.5 }
  const { colour, dash } = colours.series(index)
  // Of many lines the colours repeat anyway, and dashes take most of the time to draw them.
  return many ? { colour, dash: 'solid', width: 1 } : { colour, dash, width: 2 }
}

function lineOf(
  { name, points, stepped }: LineChartProps['series'][number],
  { look, named, colours }: { look: Look; named: boolean; colours: ChartColours },
) {
  return {
    type: 'line',
    name,
    data: points,
    ...(stepped && { step: 'end' }),
    showSymbol: false,
    connectNulls: false,
    // A line without gaps needs no more points than the chart has pixels.
    ...(!stepped && points.every(([, value]) => value !== null) && { sampling: 'minmax' }),
    color: look.colour,
    lineStyle: { color: look.colour, type: look.dash, width: look.width },
    endLabel: {
      show: named,
      formatter: '{a}',
      color: colours.text,
      fontFamily: colours.font,
      fontSize: 11,
      width: 110,
      overflow: 'truncate',
    },
    // Names that still overlap after they were moved are hidden; the tooltip and the table have them.
    labelLayout: { moveOverlap: 'shiftY', hideOverlap: true },
    emphasis: { disabled: true },
    zlevel: DRAWN,
  }
}

function tooltipOf(points: readonly TooltipPoint[], format: LineChartProps['format'], missing: string): HTMLElement {
  const sortedPoints = [...points].sort((a, b) => (b.value[1] ?? -Infinity) - (a.value[1] ?? -Infinity))
  return tooltipContent(
    formatDateTime(new Date(points[0]?.axisValue ?? 0)),
    sortedPoints.slice(0, MOST_LINES).map(({ seriesName, value: [, value], color }) => ({
      name: seriesName,
      value: value === null ? missing : format(value),
      ...(typeof color === 'string' && { colour: color }),
    })),
  )
}

type MarkedAreas = Pick<Required<LineChartProps>, 'thresholds' | 'marks'> & { readonly colours: ChartColours }

function lines({ thresholds, marks, colours }: MarkedAreas) {
  return [
    ...thresholds.map(({ value, label, critical }) => {
      const color = critical ? colours.limit : colours.warning
      return {
        yAxis: value,
        lineStyle: { color, type: 'dashed', width: 1 },
        label: { formatter: label, position: 'insideStartTop', color, fontFamily: colours.font, fontSize: 11 },
      }
    }),
    ...marks.map(({ at, label }) => ({
      xAxis: at,
      lineStyle: { color: colours.mark, type: 'dotted', width: 1.5 },
      label: { formatter: label, position: 'end', color: colours.mark, fontFamily: colours.font, fontSize: 11 },
    })),
  ]
}

/** From the limit to the edge of the graph: the first point of an area is its lower edge. */
function areaBeyond({ value, sense }: ChartThreshold, colours: ChartColours) {
  const itemStyle = { color: colours.limitFill }
  return sense === 'above'
    ? [{ yAxis: value, itemStyle }, { yAxis: Number.POSITIVE_INFINITY }]
    : [{ yAxis: Number.NEGATIVE_INFINITY, itemStyle }, { yAxis: value }]
}

function areas({
  thresholds,
  marks,
  gaps,
  colours,
  missing,
  range,
}: MarkedAreas & { gaps: ReturnType<typeof gapsOf>; missing: string; range: LineChartProps['range'] }) {
  const critical = thresholds.find((one) => one.critical)
  const pattern = hatch(colours)
  const hasRoom = (from: number, to: number) => to - from > (range.to - range.from) * LABEL_SHARE
  const label = { position: 'insideTop', color: colours.muted, fontFamily: colours.font, fontSize: 11 }
  return [
    ...(critical ? [areaBeyond(critical, colours)] : []),
    ...marks.flatMap(({ at, until }) =>
      until === undefined
        ? []
        : [[{ xAxis: at, itemStyle: { color: colours.markFill, opacity: 0.5 } }, { xAxis: until }]],
    ),
    ...gaps.map(({ from, to }) => [
      { xAxis: from, name: missing, itemStyle: { color: pattern }, label: { ...label, show: hasRoom(from, to) } },
      { xAxis: to },
    ]),
  ]
}

type Extent = { readonly min: number; readonly max: number }

/** The scale reaches every limit, so that the distance to it is seen. */
function lowest(thresholds: readonly ChartThreshold[]) {
  const values = thresholds.map(({ value }) => value)
  return ({ min, max }: Extent) => Math.min(min, ...values.map((value) => value - (max - min) * 0.02))
}

function maximum(thresholds: readonly ChartThreshold[]) {
  const values = thresholds.map(({ value }) => value)
  return ({ min, max }: Extent) => {
    const top = Math.max(max, ...values)
    return top + (top - Math.min(min, ...values)) * 0.05 || 1
  }
}

function axisTime(at: number): string {
  const time = formatTime(new Date(at))
  return time === '00:00' ? formatDateTime(new Date(at)).split(',')[0]! : time
}

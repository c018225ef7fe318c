import { type ChartColours, HEAT_COLOURS, hatch } from './chart-colours.ts'
import { tooltipContent } from './chart-tooltip.ts'
import type { HeatMapProps } from './chart-types.ts'

/** The option of a heat map. The first row is at the top; what has no value shows the hatched ground. */
export function heatMapOption({ rows, columns, scale, format }: HeatMapProps, colours: ChartColours) {
  const text = { color: colours.muted, fontFamily: colours.font, fontSize: 11 }
  const axis = { axisLine: { show: false }, axisTick: { show: false }, splitLine: { show: false } }
  return {
    animation: false,
    grid: {
      show: true,
      backgroundColor: hatch(colours),
      borderWidth: 0,
      left: 0,
      right: 8,
      top: 4,
      bottom: 0,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    tooltip: {
      confine: true,
      transitionDuration: 0,
      backgroundColor: colours.card,
      borderColor: colours.line,
      padding: 0,
      textStyle: { color: colours.text, fontFamily: colours.font, fontSize: 12 },
      formatter: ({ value: [column, row, value] }: { value: readonly [number, number, number] }) =>
        tooltipContent(rows[row]?.name ?? '', [{ name: columns[column] ?? '', value: format(value) }]),
    },
    xAxis: { type: 'category', data: columns, ...axis, axisLabel: { ...text, hideOverlap: true } },
    yAxis: {
      type: 'category',
      inverse: true,
      data: rows.map(({ name }) => name),
      ...axis,
      axisLabel: { ...text, width: 150, overflow: 'truncate' },
    },
    visualMap: { show: false, type: 'continuous', min: scale.from, max: scale.to, inRange: { color: HEAT_COLOURS } },
    series: [
      {
        type: 'heatmap',
        data: rows.flatMap(({ values }, row) =>
          values.flatMap((value, column) => (value === null ? [] : [[column, row, value]])),
        ),
        itemStyle: { borderColor: colours.card, borderWidth: 1, borderRadius: 2 },
        emphasis: { itemStyle: { borderColor: colours.text, borderWidth: 2.5 } },
        progressive: 4000,
      },
    ],
  }
}

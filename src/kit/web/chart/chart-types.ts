/** A value at a time in milliseconds; null = missing. */
export type ChartPoint = readonly [number, number | null]

/** A line of a chart. */
export type ChartSeries = {
  readonly name: string
  readonly points: readonly ChartPoint[]
  /** A line to compare with, as the period before: grey, dashed, without markers. */
  readonly ghost?: boolean
  /** Each value is valid until the next one. */
  readonly stepped?: boolean
}

/** A limit: a dashed line with a label, and the area beyond it. */
export type ChartThreshold = {
  readonly value: number
  readonly label: string
  readonly sense: 'above' | 'below'
  readonly critical: boolean
}

/** Something that happened at a time, or from a time on until another. */
export type ChartMark = { readonly at: number; readonly until?: number; readonly label: string }

/** A range of time in milliseconds. */
export type ChartRange = { readonly from: number; readonly to: number }

export type LineChartProps = {
  /** What the chart shows, for users who do not see it. */
  readonly label: string
  readonly series: readonly ChartSeries[]
  readonly range: ChartRange
  /** The end of what was measured, where the range goes on into the future: nothing is missing after it. */
  readonly measuredUntil?: number
  /** Time between two points in milliseconds. */
  readonly step: number
  readonly format: (value: number) => string
  readonly thresholds?: readonly ChartThreshold[]
  readonly marks?: readonly ChartMark[]
  /** Charts of one group show the same time while the pointer is over one of them. */
  readonly group?: string
  /** A range that the user has drawn over the chart. */
  readonly onBrush?: (range: ChartRange) => void
  /** Height in pixels. */
  readonly height?: number
  /** The scale begins at zero. */
  readonly fromZero?: boolean
}

/** A cell of a heat map; null = missing. */
export type HeatMapProps = {
  /** What the map shows, for users who do not see it. */
  readonly label: string
  readonly columns: readonly string[]
  readonly rows: readonly { readonly name: string; readonly values: readonly (number | null)[] }[]
  /** The values of the first and the last colour. */
  readonly scale: { readonly from: number; readonly to: number }
  readonly format: (value: number) => string
  /** The cell under the cursor. */
  readonly cell: HeatMapCell | undefined
  readonly onCell: (cell: HeatMapCell) => void
  /** Enter or a click. */
  readonly onOpen: (cell: HeatMapCell) => void
}

/** A cell by the index of its row and column. */
export type HeatMapCell = { readonly row: number; readonly column: number }

import type { ReactNode } from 'react'

/**
 * A column of a grid. Widths are in rem, so that they grow with the text; without one the column takes the remaining
 * space.
 */
export type Column<Row> = {
  readonly id: string
  readonly label: string
  readonly width?: number
  /** The minimum width, in rem, of a column without a width; 12 unless given. */
  readonly minWidth?: number
  readonly align?: 'right'
  /** The field to sort by; without it the column does not sort. */
  readonly sort?: string
  /** Hidden until the user chooses it. */
  readonly hidden?: boolean
  /** Cannot be hidden. */
  readonly fixed?: boolean
  /** Stays in place while the grid scrolls sideways; of the first column. */
  readonly pinned?: boolean
  readonly cell: (row: Row) => ReactNode
}

const CHECK_BOX = 2.3125
const LEAST = 12

/** The columns shown as CSS: their template, and the width in rem below which the grid scrolls sideways. */
export function gridTemplate(
  columns: readonly Column<never>[],
  selectable: boolean,
): { readonly columns: string; readonly least: number } {
  const widths = columns.map(({ width, minWidth = LEAST }) => (width ? `${width}rem` : `minmax(${minWidth}rem, 1fr)`))
  const sum = columns.reduce(
    (rem, { width, minWidth = LEAST }) => rem + (width ?? minWidth),
    selectable ? CHECK_BOX : 0,
  )
  return { columns: [...(selectable ? [`${CHECK_BOX}rem`] : []), ...widths].join(' '), least: sum }
}

import type { ReactNode } from 'react'

/** A column of a grid. Widths are in rem, so that they grow with the text; without one the column takes what is left. */
export type Column<Row> = {
  readonly id: string
  readonly label: string
  readonly width?: number
  /** At least so wide, in rem, for a column without a width; 12 unless given. */
  readonly minWidth?: number
  readonly align?: 'right'
  /** The field to sort by; without it the column does not sort. */
  readonly sort?: string
  /** Not shown until the person chooses it. */
  readonly hidden?: boolean
  /** Cannot be taken away. */
  readonly fixed?: boolean
  readonly cell: (row: Row) => ReactNode
}

/** The CSS template of the columns shown. */
export function gridTemplate(columns: readonly Column<never>[], selectable: boolean): string {
  const widths = columns.map(({ width, minWidth = 12 }) => (width ? `${width}rem` : `minmax(${minWidth}rem, 1fr)`))
  return [...(selectable ? ['2.3125rem'] : []), ...widths].join(' ')
}

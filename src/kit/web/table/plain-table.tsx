import type { ReactNode } from 'react'
import { LoadingRows } from '../states/loading.tsx'
import { useIsMobile } from '../use-phone.ts'
import classes from './plain-table.module.css'

/** A column of a short table. Widths are in rem; on a phone a column with `wide` is hidden. */
export type PlainColumn<Row> = {
  readonly id: string
  readonly label: string
  readonly width?: number
  readonly align?: 'right'
  readonly wide?: boolean
  /** Its heading is for screen readers alone (a column of buttons). */
  readonly quiet?: boolean
  readonly cell: (row: Row) => ReactNode
}

/** A table that is shown completely, for the tens of rows that belong to one thing. Long lists use the `Grid`. */
export function PlainTable<Row>(props: {
  label: string
  columns: readonly PlainColumn<Row>[]
  rows: readonly Row[]
  id: (row: Row) => string
}) {
  const phone = useIsMobile()
  const columns = props.columns.filter(({ wide }) => !(phone && wide))
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-label={props.label}>
        <thead>
          <tr>
            {columns.map(({ id, label, width, align, quiet }) => (
              <th key={id} scope="col" data-align={align} style={width ? { width: `${width}rem` } : undefined}>
                {quiet ? <span className={classes.quiet}>{label}</span> : label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <tr key={props.id(row)}>
              {columns.map(({ id, align, cell }) => (
                <td key={id} data-align={align}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The placeholder of a `PlainTable` that is loading, as high as it will be with this many rows. */
export function PlainComing({ rows }: { rows: number }) {
  return (
    <div className={classes.frame} data-coming>
      <LoadingRows rows={Math.min(rows, MOST_COMING)} />
    </div>
  )
}

const MOST_COMING = 20

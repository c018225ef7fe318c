import type { Column } from './columns.ts'
import classes from './grid.module.css'

const ROWS = 12
/** Percent of a column that takes the remaining space: words have different lengths. */
const lengths = [62, 46, 74, 38, 55]

/** The rows that are loading, column for column. Invisible for 300 ms, so that a fast response never flickers. */
export function GridSkeleton({ columns, selectable }: { columns: readonly Column<never>[]; selectable: boolean }) {
  return (
    <tbody className={classes.waiting} aria-hidden>
      {Array.from({ length: ROWS }, (_, index) => index).map((index) => (
        <tr key={index} className={classes.line} style={{ opacity: 1 - index / (ROWS + 1) }}>
          {selectable && (
            <td className={classes.cell}>
              <i className={classes.box} />
            </td>
          )}
          {columns.map(({ id, align, width }) => (
            <td key={id} className={classes.cell} data-align={align}>
              <i className={classes.coming} style={width ? {} : { width: `${lengths[index % lengths.length]}%` }} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

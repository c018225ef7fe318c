import { memo } from 'react'
import { useText } from '../text/kit-text.ts'
import { CheckBox } from './check-box.tsx'
import type { Column } from './columns.ts'
import classes from './grid.module.css'

type RowProps<Row> = {
  domId: string
  index: number
  /** Pixels from the top of the body. */
  start: number
  /** Undefined while its page is loading. */
  row: Row | undefined
  columns: readonly Column<Row>[]
  name: string
  open: boolean
  cursor: boolean
  unread: boolean
  /** Undefined where rows cannot be selected. */
  selected: boolean | undefined
  onToggle: (index: number, shift: boolean) => void
  onPick: (index: number) => void
}

/** One row of a grid, at its place in the virtual body; drawn again only when it changes. */
export const GridRow = memo(DrawnRow) as typeof DrawnRow

function DrawnRow<Row>(props: RowProps<Row>) {
  const t = useText()
  const { row, columns, selected: isSelected } = props
  return (
    <tr
      id={props.domId}
      aria-rowindex={props.index + 2}
      aria-selected={isSelected === undefined ? props.open : isSelected}
      className={classes.line}
      data-open={props.open || undefined}
      data-cursor={props.cursor || undefined}
      data-selected={isSelected || undefined}
      data-unread={props.unread || undefined}
      style={{ transform: `translateY(${props.start}px)` }}
      onClick={(event) => {
        // A click in a menu of the row, which is elsewhere in the document, comes here too.
        if (event.currentTarget.contains(event.target as Node)) props.onPick(props.index)
      }}
    >
      {isSelected !== undefined && (
        <td className={classes.cell}>
          <CheckBox
            label={t('grid.selectRow', { name: props.name })}
            checked={isSelected}
            onToggle={(shift) => props.onToggle(props.index, shift)}
            inRow
          />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.id} className={classes.cell} data-align={column.align} data-pinned={column.pinned}>
          {row === undefined ? <i className={classes.coming} /> : column.cell(row)}
        </td>
      ))}
    </tr>
  )
}

import { IconArrowDown, IconArrowUp } from '#kit/web/icons/icons.generated.ts'
import { useText } from '../text/kit-text.ts'
import { CheckBox } from './check-box.tsx'
import type { Column } from './columns.ts'
import classes from './grid.module.css'
import type { ListState } from './list-state.ts'
import type { Selection } from './use-selection.ts'

/** The head of a grid: names, sort, and the box that selects every row shown. */
export function GridHead<Row>(props: {
  columns: readonly Column<Row>[]
  state: ListState
  selection: Selection | undefined
  ids: readonly string[]
}) {
  const t = useText()
  const { columns, state, selection, ids } = props
  const tickedCount = ids.filter((id) => selection?.ids.has(id)).length
  return (
    <thead className={classes.head}>
      <tr aria-rowindex={1} className={classes.line}>
        {selection && (
          <td className={classes.cell}>
            <CheckBox
              label={t('grid.selectAll')}
              checked={tickedCount > 0 && tickedCount === ids.length}
              mixed={tickedCount > 0 && tickedCount < ids.length}
              onToggle={() => selection.toggleAll(ids)}
            />
          </td>
        )}
        {columns.map((column) => {
          const [field, direction] = state.sort.split(',')
          const sortDirection =
            column.sort !== undefined && column.sort === field
              ? direction === 'DESC'
                ? 'descending'
                : 'ascending'
              : undefined
          return (
            <th
              key={column.id}
              scope="col"
              aria-sort={column.sort ? (sortDirection ?? 'none') : undefined}
              className={classes.cell}
              data-align={column.align}
              data-pinned={column.pinned}
            >
              {column.sort ? (
                <button
                  type="button"
                  className={classes.sort}
                  title={sortDirection === 'descending' ? t('grid.sortUp') : t('grid.sortDown')}
                  onClick={() => state.setSort(`${column.sort},${sortDirection === 'descending' ? 'ASC' : 'DESC'}`)}
                >
                  {column.label}
                  {sortDirection === 'descending' && <IconArrowDown size={13} aria-hidden />}
                  {sortDirection === 'ascending' && <IconArrowUp size={13} aria-hidden />}
                </button>
              ) : (
                column.label
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

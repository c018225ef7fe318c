import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { usePageIdle } from '../page-idle.ts'
import { ErrorState } from '../states/failed.tsx'
import { type Column, gridTemplate } from './columns.ts'
import classes from './grid.module.css'
import { GridSkeleton } from './grid-coming.tsx'
import { GridDetail } from './grid-detail.tsx'
import { GridHead } from './grid-head.tsx'
import { GridRow } from './grid-row.tsx'
import type { ListState } from './list-state.ts'
import { observeElementRect } from './observe-element-rect.ts'
import { scrollTo } from './scroll-to.ts'
import { useGridKeys } from './use-grid-keys.ts'
import type { List } from './use-list.ts'
import { useRowHeight } from './use-row-height.ts'
import type { Selection } from './use-selection.ts'

/**
 * The minimum space around a grid, in pixels: rows are drawn before the browser has laid out the element that decides
 * how many fit.
 */
const AROUND_PX = 160

/** The props of a grid; `id` is the key of a row and `name` its accessible name. */
export type GridProps<Row> = {
  /** The grid's accessible name. */
  label: string
  list: List<Row>
  state: ListState
  columns: readonly Column<Row>[]
  id: (row: Row) => string
  name: (row: Row) => string
  /** The id of the open row: tinted, with a bar at its left. */
  open?: string | undefined
  onOpen?: (row: Row, index: number) => void
  /** Handles Space; without it Space opens too. */
  onPeek?: (row: Row) => void
  /** Moving the cursor opens, as a split view requires. */
  follow?: boolean
  selection?: Selection
  unread?: (row: Row) => boolean
  /** What is shown under one row, in place: the id of the row and a height in rem. */
  detail?: { id: string; height: number; render: (row: Row) => ReactNode } | undefined
  /** A row height in rem of the grid's own, for rows of two lines; otherwise density decides. */
  rowHeight?: number
  /** What to show when the list is empty. */
  empty: ReactNode
}

/**
 * A server-driven table of any length: only the rows on screen are in the DOM. j and k, from anywhere on the page, or
 * the arrows move, Enter opens, Space previews, x selects.
 */
export function Grid<Row>(props: GridProps<Row>) {
  const { list, columns, selection, id } = props
  const prefix = useId()
  const scroller = useRef<HTMLTableElement>(null)
  const [movedCursor, setCursor] = useState(-1)
  const height = useRowHeight(props.rowHeight)
  const isSettled = usePageIdle()
  const count = list.length
  const detailHeight = useRowHeight(props.detail?.height ?? 0)
  const detailAt = props.detail === undefined ? -1 : indexOf(props.detail.id)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (index === detailAt ? height + detailHeight : height),
    overscan: isSettled ? 10 : 0,
    scrollPaddingStart: 36,
    initialRect: { width: 0, height: innerHeight - AROUND_PX },
    observeElementRect,
    scrollToFn: scrollTo,
  })
  const rows = virtual.getVirtualItems()
  const [first, last] = [rows[0]?.index ?? 0, rows.at(-1)?.index ?? 0]
  // Where a row was opened by its address, the keys continue from there.
  const cursor = movedCursor < 0 && props.open !== undefined ? indexOf(props.open) : movedCursor
  const { show } = list
  const sizes = `${height} ${detailAt} ${detailHeight}`
  const measuredSizes = useRef(sizes)
  useEffect(() => {
    if (measuredSizes.current === sizes) return
    measuredSizes.current = sizes
    virtual.measure()
  }, [virtual, sizes])
  useEffect(() => show(first, last), [show, first, last])
  const onKeyDown = useGridKeys({
    ...props,
    element: scroller,
    cursor,
    count,
    page: Math.max(1, last - first - 20),
    move: moveTo,
  })

  // Stable, so that a row is drawn again only when it changes.
  const latest = useRef(props)
  // Before the row can be clicked: after an ordinary effect, a click on a new row may meet the list without it.
  useLayoutEffect(() => {
    latest.current = props
  })
  const toggle = useCallback((index: number, shift: boolean) => latest.current.selection?.toggle(index, shift), [])
  const pick = useCallback((index: number) => {
    setCursor(index)
    const row = latest.current.list.rowAt(index)
    if (row !== undefined) latest.current.onOpen?.(row, index)
  }, [])

  function indexOf(wantedId: string): number {
    for (let index = 0; index < count; index += 1) {
      const row = list.rowAt(index)
      if (row !== undefined && id(row) === wantedId) return index
    }
    return -1
  }

  function moveTo(index: number) {
    setCursor(index)
    virtual.scrollToIndex(index)
    const row = list.rowAt(index)
    if (props.follow && row !== undefined) props.onOpen?.(row, index)
  }

  if (list.error && list.total === undefined) return <ErrorState error={list.error} retry={list.refetch} />
  const loadedRows = rows.flatMap(({ index }) => list.rowAt(index) ?? [])
  // The grid itself has the focus and points at its cursor row, so that a long list is one stop of the Tab key.
  const interaction = {
    role: 'grid',
    tabIndex: 0,
    onKeyDown,
    'aria-multiselectable': selection ? true : undefined,
    'aria-activedescendant': cursor >= 0 && cursor < count ? `${prefix}${cursor}` : undefined,
  } as const
  const detailTop = rows.find(({ index }) => index === detailAt)?.start
  const detailRow = list.rowAt(detailAt)
  const template = gridTemplate(columns, selection !== undefined)
  return (
    <table
      ref={scroller}
      className={classes.scroller}
      {...interaction}
      aria-label={props.label}
      aria-rowcount={list.total === undefined || list.capped ? -1 : count + 1}
      aria-busy={list.total === undefined}
      style={
        {
          '--columns': template.columns,
          '--least': `${template.least}rem`,
          ...(props.rowHeight ? { '--row': `${props.rowHeight}rem` } : {}),
        } as object
      }
    >
      <GridHead columns={columns} state={props.state} selection={selection} ids={loadedRows.map(id)} />
      {list.total === undefined && <GridSkeleton columns={columns} selectable={selection !== undefined} />}
      {list.total === 0 && (
        <tbody className={classes.empty}>
          <tr>
            <td>{props.empty}</td>
          </tr>
        </tbody>
      )}
      {count > 0 && (
        <tbody className={classes.body} style={{ height: virtual.getTotalSize() }}>
          {rows.map(({ index, start }) => {
            const row = list.rowAt(index)
            return (
              <GridRow
                key={index}
                domId={`${prefix}${index}`}
                index={index}
                start={start}
                row={row}
                columns={columns}
                name={row === undefined ? '' : props.name(row)}
                open={row !== undefined && props.open === id(row)}
                cursor={index === cursor}
                unread={row !== undefined && (props.unread?.(row) ?? false)}
                selected={row !== undefined && selection?.ids.has(id(row))}
                onToggle={toggle}
                onPick={pick}
              />
            )
          })}
          {props.detail && detailRow !== undefined && detailTop !== undefined && (
            <GridDetail top={detailTop + height} height={detailHeight}>
              {props.detail.render(detailRow)}
            </GridDetail>
          )}
        </tbody>
      )}
    </table>
  )
}

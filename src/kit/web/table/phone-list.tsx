import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef } from 'react'
import { ErrorState } from '../states/failed.tsx'
import { LoadingRows } from '../states/loading.tsx'
import type { GridProps } from './grid.tsx'
import classes from './phone-list.module.css'

/** A row on a phone: a face, the subject, and below it other details, the time at the end. */
export type PhoneRow = { lead?: ReactNode; title: ReactNode; meta: ReactNode; end?: ReactNode }

/** A list on a phone: two-line rows of 62 px to press, virtual like the grid. */
export function PhoneList<Row>(
  props: Pick<GridProps<Row>, 'label' | 'list' | 'id' | 'open' | 'onOpen' | 'unread' | 'empty'> & {
    phone: (row: Row) => PhoneRow
  },
) {
  const { list } = props
  const scroller = useRef<HTMLDivElement>(null)
  const count = list.length
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => 62,
    overscan: 6,
  })
  const rows = virtual.getVirtualItems()
  const [first, last] = [rows[0]?.index ?? 0, rows.at(-1)?.index ?? 0]
  const { show } = list
  useEffect(() => show(first, last), [show, first, last])
  if (list.error && list.total === undefined) return <ErrorState error={list.error} retry={list.refetch} />
  if (list.total === undefined) return <LoadingRows rows={8} />
  if (list.total === 0) return props.empty
  return (
    <section ref={scroller} className={classes.scroller} aria-label={props.label}>
      <ul style={{ height: virtual.getTotalSize() }} className={classes.list}>
        {rows.map(({ index, start }) => {
          const row = list.rowAt(index)
          return (
            <li
              key={index}
              className={classes.item}
              style={{ transform: `translateY(${start}px)` }}
              aria-setsize={count}
              aria-posinset={index + 1}
            >
              {row !== undefined && (
                <PhoneItem
                  {...props.phone(row)}
                  open={props.open === props.id(row)}
                  unread={props.unread?.(row) ?? false}
                  onPick={() => props.onOpen?.(row, index)}
                />
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function PhoneItem({
  lead,
  title,
  meta,
  end,
  open,
  unread,
  onPick,
}: PhoneRow & { open: boolean; unread: boolean; onPick: () => void }) {
  return (
    <button
      type="button"
      className={classes.row}
      data-open={open || undefined}
      aria-current={open || undefined}
      onClick={onPick}
    >
      {lead}
      <span className={classes.words}>
        <span className={classes.title} data-unread={unread || undefined}>
          <span className="el">{title}</span>
          {unread && <i className={classes.dot} />}
        </span>
        <span className={classes.meta}>
          {meta}
          {end && <span className={classes.end}>{end}</span>}
        </span>
      </span>
    </button>
  )
}

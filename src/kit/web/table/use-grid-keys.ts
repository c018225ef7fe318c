import type { KeyboardEvent } from 'react'
import type { List } from './use-list.ts'
import type { Selection } from './use-selection.ts'

type Keys<Row> = {
  list: List<Row>
  cursor: number
  count: number
  /** Rows that PageUp and PageDown move. */
  page: number
  move: (index: number) => void
  onOpen?: (row: Row, index: number) => void
  onPeek?: (row: Row) => void
  selection?: Selection
}

/** The keys of a grid, for its `onKeyDown`. */
export function useGridKeys<Row>({ list, cursor, count, page, move, onOpen, onPeek, selection }: Keys<Row>) {
  const steps: Readonly<Record<string, number>> = {
    j: cursor + 1,
    ArrowDown: cursor + 1,
    k: cursor - 1,
    ArrowUp: cursor - 1,
    PageDown: cursor + page,
    PageUp: cursor - page,
    Home: 0,
    End: count - 1,
  }
  return (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isControl(event.target, event.currentTarget)) return
    const step = steps[event.key]
    const row = list.rowAt(cursor)
    if (step !== undefined && count > 0) move(Math.min(count - 1, Math.max(0, step)))
    else if (event.key === 'Enter' && row !== undefined) onOpen?.(row, cursor)
    else if (event.key === ' ' && row !== undefined) (onPeek ?? onOpen)?.(row, cursor)
    else if (event.key === 'x' && row !== undefined) selection?.toggle(cursor, event.shiftKey)
    else return
    event.preventDefault()
  }
}

/** Keys pressed in a button or field inside the grid are that control's own, except moving away from it. */
function isControl(target: EventTarget, grid: EventTarget): boolean {
  return target !== grid && target instanceof HTMLElement && /^(BUTTON|INPUT|A|SELECT|TEXTAREA)$/.test(target.tagName)
}

import type { KeyboardEvent, RefObject } from 'react'
import { areKeysEnabled, useKeys } from '../keys/key-registry.ts'
import { useText } from '../text/kit-text.ts'
import type { List } from './use-list.ts'
import type { Selection } from './use-selection.ts'

type Keys<Row> = {
  /** The grid's own element, which has the focus while its keys are used. */
  element: RefObject<HTMLElement | null>
  list: List<Row>
  cursor: number
  count: number
  /** The number of rows that PageUp and PageDown move. */
  page: number
  move: (index: number) => void
  onOpen?: (row: Row, index: number) => void
  onPeek?: (row: Row) => void
  selection?: Selection
}

/** The keys of a grid, for its `onKeyDown`. j, k and x work wherever the focus is, and move it into the grid. */
export function useGridKeys<Row>(keys: Keys<Row>) {
  const { element, list, cursor, count, page, move, onOpen, onPeek, selection } = keys
  const t = useText()
  const group = t('keys.list')
  const onPage = (combo: string, label: string, act: () => void) => ({ combo, label, group, run: () => taking(act) })
  useKeys([
    onPage('j', t('keys.next'), () => go(cursor + 1)),
    onPage('k', t('keys.previous'), () => go(cursor - 1)),
    ...(onOpen ? [{ combo: 'enter', label: t('keys.openRow'), group }] : []),
    ...(selection ? [onPage('x', t('keys.select'), () => cursor >= 0 && selection.toggle(cursor, false))] : []),
  ])
  function taking(act: () => void): void {
    element.current?.focus({ preventScroll: true })
    act()
  }
  function go(index: number): void {
    if (count > 0) move(Math.min(count - 1, Math.max(0, index)))
  }
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
    if (/^\w$/.test(event.key) && !areKeysEnabled()) return
    const step = steps[event.key]
    const row = list.rowAt(cursor)
    if (step !== undefined) go(step)
    else if (event.key === 'Enter' && row !== undefined) onOpen?.(row, cursor)
    else if (event.key === ' ' && row !== undefined) (onPeek ?? onOpen)?.(row, cursor)
    else if (event.key === 'x' && row !== undefined) selection?.toggle(cursor, event.shiftKey)
    else return
    event.preventDefault()
  }
}

/** Keys pressed in a button or field inside the grid belong to that control, except moving away from it. */
function isControl(target: EventTarget, grid: EventTarget): boolean {
  return target !== grid && target instanceof HTMLElement && /^(BUTTON|INPUT|A|SELECT|TEXTAREA)$/.test(target.tagName)
}

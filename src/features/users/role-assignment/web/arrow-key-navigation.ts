import type { KeyboardEvent } from 'react'

const steps: Readonly<Record<string, readonly [row: number, cell: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Moves between the boxes of a table with the arrow keys; Space ticks, as everywhere. */
export function useArrowKeyNavigation(event: KeyboardEvent<HTMLTableElement>): void {
  const step = steps[event.key]
  const cell = (event.target as HTMLElement).closest('td')
  if (!step || !cell) return
  event.preventDefault()
  const row =
    event.currentTarget.tBodies[0]?.rows[(cell.parentElement as HTMLTableRowElement).sectionRowIndex + step[0]]
  row?.cells[cell.cellIndex + step[1]]?.querySelector('input')?.focus()
}

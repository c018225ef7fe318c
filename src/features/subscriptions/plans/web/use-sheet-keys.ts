import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import type { FacetValue } from '#features/accounts/accounts/contract.ts'
import { toast } from '#kit/web/notices/toast.ts'
import { MAX_CELLS, type Plan, type Service } from '../contract.ts'
import { useText } from '../texts.ts'
import type { CellChange } from './sheet-changes.ts'
import { readValue, valueText } from './value-text.ts'

type Place = { readonly row: number; readonly column: number }
const moves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** The keys of the sheet: one cell is active; with Shift a block of cells is selected, which is copied and pasted over as text. */
export function useSheetKeys(props: {
  plans: readonly Plan[]
  rows: readonly Service[]
  editable: boolean
  valueAt: (plan: Plan, service: Service) => FacetValue | null
  set: (cells: readonly CellChange[]) => void
  undo: () => void
  /** Moves the focus to a cell. */
  focus: (row: number, column: number) => void
}) {
  const t = useText()
  const { plans, rows, editable, valueAt, set, undo, focus } = props
  const [active, setActive] = useState<Place>({ row: 0, column: 0 })
  const [anchor, setAnchor] = useState<Place>(active)
  const [editing, setEditing] = useState<{ typed?: string } | null>(null)
  const service = rows[active.row]
  const plan = plans[active.column]

  function go(next: Place, extend = false) {
    const row = Math.min(Math.max(next.row, 0), rows.length - 1)
    const column = Math.min(Math.max(next.column, 0), plans.length - 1)
    setActive({ row, column })
    if (!extend) setAnchor({ row, column })
    if (row !== active.row || column !== active.column) focus(row, column)
  }

  function stop() {
    setEditing(null)
    focus(active.row, active.column)
  }

  function keep(value: FacetValue | null) {
    stop()
    if (service && plan) set([{ plan, service, value }])
  }

  function onKeyDown(event: KeyboardEvent) {
    if (editing || !service || !plan) return
    const move = moves[event.key]
    const control = event.ctrlKey || event.metaKey
    const preventDefault = () => event.preventDefault()
    if (move) {
      preventDefault()
      return go({ row: active.row + move[0], column: active.column + move[1] }, event.shiftKey)
    }
    if (!editable) return
    if (control && event.key === 'z') {
      preventDefault()
      return undo()
    }
    if (control || event.altKey) return
    if (event.key === 'Delete' || event.key === 'Backspace') {
      preventDefault()
      return keep(null)
    }
    const flips = service.valueType === 'BOOLEAN' && (event.key === ' ' || event.key === 'Enter')
    if (flips) {
      preventDefault()
      return keep({ booleanValue: !valueAt(plan, service)?.booleanValue })
    }
    if (event.key === 'Enter' || event.key === ' ') {
      preventDefault()
      return setEditing({})
    }
    if (event.key.length === 1 && service.valueType === 'NUMBER') {
      preventDefault()
      setEditing({ typed: event.key })
    }
  }

  /** The block between the anchor and the active cell. */
  function block() {
    const between = (one: number, other: number) =>
      Array.from({ length: Math.abs(one - other) + 1 }, (_, at) => Math.min(one, other) + at)
    return { rows: between(anchor.row, active.row), columns: between(anchor.column, active.column) }
  }

  function onCopy(event: ClipboardEvent) {
    if (editing) return
    const chosenBlock = block()
    const lines = chosenBlock.rows.map((row) =>
      chosenBlock.columns.map((column) => valueText(rows[row]!, valueAt(plans[column]!, rows[row]!))).join('\t'),
    )
    event.clipboardData.setData('text/plain', lines.join('\n'))
    event.preventDefault()
  }

  function onPaste(event: ClipboardEvent) {
    if (editing || !editable) return
    event.preventDefault()
    const lines = event.clipboardData
      .getData('text/plain')
      .replace(/\r?\n$/, '')
      .split(/\r?\n/)
    const pastedCells = lines.flatMap((line, row) => line.split('\t').map((text, column) => ({ row, column, text })))
    if (pastedCells.length > MAX_CELLS) return toast({ title: t('sheet.tooMany', { count: MAX_CELLS }), tone: 'error' })
    const chosenBlock = block()
    const cells = pastedCells.flatMap(({ row, column, text }) => {
      const at = { plan: plans[chosenBlock.columns[0]! + column], service: rows[chosenBlock.rows[0]! + row] }
      if (!at.plan || !at.service) return []
      return [{ plan: at.plan, service: at.service, value: readValue(at.service, text) }]
    })
    const unreadable = cells.find(({ value }) => value === undefined)
    if (unreadable)
      return toast({ title: t('sheet.pasteWrong', { service: unreadable.service.subcategory }), tone: 'error' })
    set(cells as readonly CellChange[])
  }

  const chosenBlock = block()
  return {
    active,
    editing,
    isSelected: (row: number, column: number) => chosenBlock.rows.includes(row) && chosenBlock.columns.includes(column),
    go,
    edit: () => {
      if (editable) setEditing({})
    },
    keep,
    cancel: stop,
    handlers: { onKeyDown, onCopy, onPaste },
  }
}

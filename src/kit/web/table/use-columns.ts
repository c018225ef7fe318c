import { useMemo, useState } from 'react'
import type { Column } from './columns.ts'

/** The person's choice of columns for a list, kept on this device under the list's name. */
export function useColumns<Row>(name: string, columns: readonly Column<Row>[]) {
  const key = `columns:${name}`
  const [chosen, setChosen] = useState<readonly string[] | null>(() => kept(key))
  const isShown = (column: Column<Row>) => isChosen(column, chosen)
  const shown = useMemo(() => columns.filter((column) => isChosen(column, chosen)), [columns, chosen])
  const toggle = (id: string) => {
    const ids = shown.map((column) => column.id)
    const next = ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]
    localStorage.setItem(key, JSON.stringify(next))
    setChosen(next)
  }
  return { shown, toggle, isShown }
}

function isChosen<Row>(column: Column<Row>, chosen: readonly string[] | null): boolean {
  return column.fixed || (chosen ? chosen.includes(column.id) : !column.hidden)
}

function kept(key: string): readonly string[] | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return Array.isArray(value) ? value.map(String) : null
  } catch {
    return null
  }
}

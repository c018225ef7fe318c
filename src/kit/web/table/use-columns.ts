import { useMemo } from 'react'
import type { Column } from './columns.ts'
import { useViewStore } from './view-store.tsx'

/** The user's choice of columns for a list, stored under the list's name. */
export function useColumns<Row>(name: string, columns: readonly Column<Row>[]) {
  const store = useViewStore()
  const chosen = store.columns[name]
  const isShown = (column: Column<Row>) => isChosen(column, chosen)
  const shown = useMemo(() => columns.filter((column) => isChosen(column, chosen)), [columns, chosen])
  const toggle = (id: string) => {
    const ids = shown.map((column) => column.id)
    store.chooseColumns(name, ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id])
  }
  return { shown, toggle, isShown }
}

function isChosen<Row>(column: Column<Row>, chosen: readonly string[] | undefined): boolean {
  return column.fixed || (chosen ? chosen.includes(column.id) : !column.hidden)
}

import { useMemo } from 'react'
import type { Column } from './columns.ts'
import { useViewStore } from './view-store.tsx'

/** The user's choice of columns for a list, stored under the list's name. */
export function useColumns<Row>(name: string, columns: readonly Column<Row>[]) {
  const store = useViewStore()
  const chosenIds = store.columns[name]
  const isShown = (column: Column<Row>) => isChosen(column, chosenIds)
  const shownColumns = useMemo(() => columns.filter((column) => isChosen(column, chosenIds)), [columns, chosenIds])
  const toggle = (id: string) => {
    const ids = shownColumns.map((column) => column.id)
    store.chooseColumns(name, ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id])
  }
  return { shown: shownColumns, toggle, isShown }
}

function isChosen<Row>(column: Column<Row>, chosenIds: readonly string[] | undefined): boolean {
  return column.fixed || (chosenIds ? chosenIds.includes(column.id) : !column.hidden)
}

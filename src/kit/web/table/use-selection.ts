import { useRef, useState } from 'react'

/** The selected rows, by id. */
export type Selection = {
  readonly ids: ReadonlySet<string>
  /** Selects or deselects a row; with Shift all rows from the last one touched. */
  toggle: (index: number, shift: boolean) => void
  /** Selects all of these, or none when all are selected already. */
  toggleAll: (ids: readonly string[]) => void
  clear: () => void
}

/**
 * Stores a grid's selection; `idAt` names the row at an index as far as it is loaded. `shownQuery` decides which rows there
 * are (filters, view, words): when it changes nothing is selected, so that no action affects an invisible row.
 */
export function useSelection(idAt: (index: number) => string | undefined, shownQuery: object): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const rows = rowsOf(shownQuery)
  const [of, setOf] = useState(rows)
  if (of !== rows) {
    setOf(rows)
    setIds(new Set())
  }
  const anchor = useRef(0)
  return {
    ids,
    clear: () => setIds(new Set()),
    toggleAll: (all) => setIds((before) => (all.every((id) => before.has(id)) ? new Set() : new Set(all))),
    toggle: (index, shift) => {
      const touchedId = idAt(index)
      if (touchedId === undefined) return
      const from = shift ? anchor.current : index
      anchor.current = index
      setIds((before) => {
        const next = new Set(before)
        const on = !before.has(touchedId)
        for (let at = Math.min(from, index); at <= Math.max(from, index); at++) {
          const id = idAt(at)
          if (id === undefined) continue
          if (on) next.add(id)
          else next.delete(id)
        }
        return next
      })
    },
  }
}

/** The order of the rows does not matter. */
function rowsOf(shownQuery: object): string {
  return JSON.stringify({ ...shownQuery, sort: undefined })
}

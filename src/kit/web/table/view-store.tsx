import { createContext, type ReactNode, use } from 'react'

/** A saved list view: its name, and the address's query that restores it. */
export type SavedView = {
  readonly list: string
  readonly name: string
  readonly search: Readonly<Record<string, unknown>>
}

/** The store of the user's saved views and choices of columns. */
export type ViewStore = {
  readonly views: readonly SavedView[]
  save: (view: SavedView) => void
  remove: (view: SavedView) => void
  /** Ids of the columns chosen, by the list's name. */
  readonly columns: Readonly<Record<string, readonly string[]>>
  chooseColumns: (list: string, ids: readonly string[]) => void
}

const nowhere: ViewStore = { views: [], save: () => {}, remove: () => {}, columns: {}, chooseColumns: () => {} }
const ViewStoreContext = createContext<ViewStore>(nowhere)

/** Provides its children with the store of views and columns. */
export function ViewStoreProvider({ store, children }: { store: ViewStore; children: ReactNode }) {
  return <ViewStoreContext value={store}>{children}</ViewStoreContext>
}

/** The store of views and columns. */
export function useViewStore(): ViewStore {
  return use(ViewStoreContext)
}

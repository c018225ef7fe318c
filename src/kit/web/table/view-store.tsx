import { createContext, type ReactNode, use } from 'react'

/** A list as somebody saved it: its name, and the address's query that brings it back. */
export type SavedView = {
  readonly list: string
  readonly name: string
  readonly search: Readonly<Record<string, unknown>>
}

/** Where the person's saved views and choices of columns are kept. */
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

/** Gives everything below it the place where views and columns are kept. */
export function ViewStoreProvider({ store, children }: { store: ViewStore; children: ReactNode }) {
  return <ViewStoreContext value={store}>{children}</ViewStoreContext>
}

/** The place where views and columns are kept. */
export function useViewStore(): ViewStore {
  return use(ViewStoreContext)
}

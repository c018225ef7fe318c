import { createContext, type ReactNode, use } from 'react'

/** A list as somebody saved it: its name, and the address's query that brings it back. */
export type SavedView = {
  readonly list: string
  readonly name: string
  readonly search: Readonly<Record<string, unknown>>
}

/** Where saved views are kept. */
export type ViewStore = {
  readonly views: readonly SavedView[]
  save: (view: SavedView) => void
  remove: (view: SavedView) => void
}

const nowhere: ViewStore = { views: [], save: () => {}, remove: () => {} }
const ViewStoreContext = createContext<ViewStore>(nowhere)

/** Gives everything below it the place where views are kept. */
export function ViewStoreProvider({ store, children }: { store: ViewStore; children: ReactNode }) {
  return <ViewStoreContext value={store}>{children}</ViewStoreContext>
}

/** The place where views are kept. */
export function useViewStore(): ViewStore {
  return use(ViewStoreContext)
}

import { createContext, use } from 'react'

/** The accounts that the user pinned, by id, and the function to pin or unpin one. */
export type Pins = { readonly pins: ReadonlySet<string>; readonly toggle: (accountId: string) => void }

const PinsContext = createContext<Pins>({ pins: new Set(), toggle: () => {} })

/** Provides the pinned accounts; they are kept with the settings of the user. */
export const PinsProvider = PinsContext

/** The accounts that the user pinned. */
export function usePins(): Pins {
  return use(PinsContext)
}

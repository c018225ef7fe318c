import { useSyncExternalStore } from 'react'

let known: MediaQueryList | undefined

function query(): MediaQueryList {
  known ??= window.matchMedia('(min-width: 72em)')
  return known
}

/** Whether the page has width for a column beside the main part (from 72 em). */
export function useWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      query().addEventListener('change', changed)
      return () => query().removeEventListener('change', changed)
    },
    () => query().matches,
  )
}

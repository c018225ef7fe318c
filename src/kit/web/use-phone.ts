import { useSyncExternalStore } from 'react'

let known: MediaQueryList | undefined

/** Evaluated with the first page, so that the list of pages can be read where there is no window. */
function query(): MediaQueryList {
  known ??= window.matchMedia('(max-width: 48em)')
  return known
}

/** Whether the page is as narrow as a phone (up to 48 em). */
export function useIsMobile(): boolean {
  return useSyncExternalStore(
    (changed) => {
      query().addEventListener('change', changed)
      return () => query().removeEventListener('change', changed)
    },
    () => query().matches,
  )
}

import { useSyncExternalStore } from 'react'

let phoneQuery: MediaQueryList | undefined

/** Evaluated with the first page, so that the list of pages can be read where there is no window. */
function query(): MediaQueryList {
  phoneQuery ??= window.matchMedia('(max-width: 48em)')
  return phoneQuery
}

/** Whether the page is as narrow as a phone (up to 48 em). */
export function useIsMobile(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      query().addEventListener('change', onChange)
      return () => query().removeEventListener('change', onChange)
    },
    () => query().matches,
  )
}

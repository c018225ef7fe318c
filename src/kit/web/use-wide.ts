import { useSyncExternalStore } from 'react'

let wideQuery: MediaQueryList | undefined

function query(): MediaQueryList {
  wideQuery ??= window.matchMedia('(min-width: 72em)')
  return wideQuery
}

/** Whether the page has width for a column beside the main part (from 72 em). */
export function useWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      query().addEventListener('change', onChange)
      return () => query().removeEventListener('change', onChange)
    },
    () => query().matches,
  )
}

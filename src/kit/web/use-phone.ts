import { useSyncExternalStore } from 'react'

const query = window.matchMedia('(max-width: 48em)')

/** Whether the page is as narrow as a phone (up to 48 em). */
export function usePhone(): boolean {
  return useSyncExternalStore(
    (changed) => {
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => query.matches,
  )
}

import { useSyncExternalStore } from 'react'

let unstableSince: Date | null = null
const watchers = new Set<() => void>()

/** Records that a call returned 408: the issue tracker behind the portal does not respond in time. */
export function trackerUnstable(): void {
  if (unstableSince === null) set(new Date())
}

/** Records that it responds again. */
export function trackerStable(): void {
  if (unstableSince !== null) set(null)
}

/** Since when the tracker has been unstable; null while it is stable. */
export function useTrackerUnstable(): Date | null {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => unstableSince,
  )
}

function set(since: Date | null): void {
  unstableSince = since
  for (const watcher of watchers) watcher()
}

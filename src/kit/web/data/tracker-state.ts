import { useSyncExternalStore } from 'react'

/** Since when, and what said so: the circuit of its connection, or the endpoint whose call returned 408. */
let unstable: { readonly since: Date; readonly by: string } | null = null
const watchers = new Set<() => void>()

/** Whether the replies of an endpoint depend on the issue tracker; a 408 of another one is about something else. */
export function asksTracker(url: string): boolean {
  return /^\/api\/plugins\/(jira|jsm)\b/.test(url)
}

/** Records that the issue tracker behind the portal does not respond in time. */
export function trackerUnstable(by: string, since = new Date()): void {
  if (!unstable) set({ since, by })
}

/** Records that it responds again, where the same source said before that it does not. */
export function trackerResponded(by: string): void {
  if (unstable?.by === by) set(null)
}

/** Records that it responds again. */
export function trackerStable(): void {
  set(null)
}

/** Since when the tracker has been unstable; null while it is stable. */
export function useTrackerUnstable(): Date | null {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => unstable?.since ?? null,
  )
}

function set(now: typeof unstable): void {
  unstable = now
  for (const watcher of watchers) watcher()
}

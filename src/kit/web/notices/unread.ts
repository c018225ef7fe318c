import { useSyncExternalStore } from 'react'

let unread = 0
const watchers = new Set<() => void>()

/** Sets how much in the user's inbox is unread; the feature of the inbox does. */
export function setUnread(count: number): void {
  unread = count
  for (const watcher of watchers) watcher()
}

/** How much in the user's inbox is unread. */
export function useUnread(): number {
  return useSyncExternalStore(watch, () => unread)
}

function watch(watcher: () => void) {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

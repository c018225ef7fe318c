import { useSyncExternalStore } from 'react'

/** An event that the user should know of; pressing it leads to `to`. */
export type Notification = {
  readonly id: string
  readonly title: string
  readonly detail: string
  readonly to: string
  readonly at: string
}

type Kept = {
  readonly items: readonly Notification[]
  readonly unseen: ReadonlySet<string>
  /** The number of unread notifications in the stored inbox. */
  readonly stored: number
}

const MOST = 50
let kept: Kept = { items: [], unseen: new Set(), stored: 0 }
const watchers = new Set<() => void>()

/** Adds a notification to the bell; the same id again replaces the older one. Stored while the page lives. */
export function addNotification(events: Notification): void {
  const others = kept.items.filter(({ id }) => id !== events.id)
  set({ ...kept, items: [events, ...others].slice(0, MOST), unseen: new Set([...kept.unseen, events.id]) })
}

/** Marks one, or without an id all, as seen. */
export function markNotificationsSeen(id?: string): void {
  const unseen = new Set(id === undefined ? [] : kept.unseen)
  if (id !== undefined) unseen.delete(id)
  set({ ...kept, unseen })
}

/** Sets the number of unread notifications in the stored inbox. */
export function setStoredUnread(stored: number): void {
  set({ ...kept, stored })
}

/** The notifications of this page, newest first, and which of them were not seen yet. */
export function useEvents(): Kept {
  return useSyncExternalStore(watch, () => kept)
}

function set(next: Kept): void {
  kept = next
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void) {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

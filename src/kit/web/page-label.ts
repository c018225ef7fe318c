import { useEffect, useSyncExternalStore } from 'react'

/** What a page reports to the shell about itself, when it knows better than its route. */
export type PageLabel = {
  /** The last crumb, the document's title and the phone's head. */
  label: string
  /** The muted second line of the phone's head. */
  note?: string | undefined
  /** The target of the back button in the phone's head, shown instead of the menu. */
  back?: string | undefined
  /** There is nothing at this address: the back button leads to the page before. */
  nowhere?: boolean | undefined
}

let current: PageLabel | null = null
const watchers = new Set<() => void>()

/** Names the page on screen, for example by the key of its case; undefined while it is unknown. */
export function usePageLabel(label: string | undefined, extras: Omit<PageLabel, 'label'> = {}): void {
  const { note, back, nowhere } = extras
  useEffect(() => {
    if (label === undefined) return
    set({ label, note, back, nowhere })
    return () => set(null)
  }, [label, note, back, nowhere])
}

/** The content of the phone's head, when a page's own head sets it. */
export type PhoneTitle = { readonly title: string; readonly note: string | undefined }

let phoneTitle: PhoneTitle | null = null

/** Puts the page's title and muted line into the phone's head; `PageHeader` does it for its page. */
export function usePhoneTitle(title: string | undefined, note: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return
    phoneTitle = { title, note }
    notifyWatchers()
    return () => {
      phoneTitle = null
      notifyWatchers()
    }
  }, [title, note])
}

/** The content of the page's head on a phone. */
export function useCustomPhoneTitle(): PhoneTitle | null {
  return useSyncExternalStore(watch, () => phoneTitle)
}

/** What the page on screen reported; null when its route's own label applies. */
export function useCustomLabel(): PageLabel | null {
  return useSyncExternalStore(watch, () => current)
}

function watch(watcher: () => void) {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

function set(label: PageLabel | null): void {
  current = label
  notifyWatchers()
}

function notifyWatchers() {
  for (const watcher of watchers) watcher()
}

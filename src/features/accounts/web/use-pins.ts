import { useSyncExternalStore } from 'react'
import { useMe } from '#kit/web/who/me.tsx'

const watchers = new Set<() => void>()
const read = new Map<string, ReadonlySet<string>>()

/** The accounts that the person keeps on top, and the way to put one there or take it away; kept on this device. */
export function usePins(): { pins: ReadonlySet<string>; toggle: (accountId: string) => void } {
  const key = `pins:${useMe().id}`
  const pins = useSyncExternalStore(watch, () => pinsOf(key))
  return {
    pins,
    toggle: (accountId) => {
      const next = new Set(pins)
      if (!next.delete(accountId)) next.add(accountId)
      localStorage.setItem(key, JSON.stringify([...next]))
      read.set(key, next)
      for (const watcher of watchers) watcher()
    },
  }
}

function pinsOf(key: string): ReadonlySet<string> {
  const known = read.get(key)
  if (known) return known
  const pins = new Set(kept(key))
  read.set(key, pins)
  return pins
}

function kept(key: string): string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(value) ? value.map(String) : []
  } catch {
    return []
  }
}

function watch(watcher: () => void) {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

import { useMemo } from 'react'
import { useMe } from '../who/me.tsx'

const PREFIX = 'draft:'

/** Unsent input, stored on this device. */
export type Draft = {
  keep(values: unknown): void
  /** The stored draft; undefined when there is none. */
  kept<Values>(): Partial<Values> | undefined
  /** Deletes the draft, once its content is saved or discarded. */
  drop(): void
  /** Calls back when another tab changes or deletes the draft; returns how to stop. */
  follow(onChange: () => void): () => void
}

/**
 * The user's own draft under a name of the form's choice (with the entity's key where it has one). It outlives a reload
 * and a new sign-in; without a name nothing is stored.
 */
export function useDraft(name: string | undefined): Draft {
  const { id } = useMe()
  return useMemo(() => {
    const key = name && `${PREFIX}${id}:${name}`
    return {
      keep: (values) => key && localStorage.setItem(key, JSON.stringify(values)),
      kept: () => (key ? read(key) : undefined),
      drop: () => key && localStorage.removeItem(key),
      follow: (onChange) => {
        const listen = (event: StorageEvent) => event.key === key && onChange()
        window.addEventListener('storage', listen)
        return () => window.removeEventListener('storage', listen)
      },
    }
  }, [id, name])
}

/** Deletes the drafts of all users but one: who signs in finds the own ones, and none of others. */
export function dropDrafts({ but }: { but: string }): void {
  const own = `${PREFIX}${but}:`
  for (const key of Object.keys(localStorage))
    if (key.startsWith(PREFIX) && !key.startsWith(own)) localStorage.removeItem(key)
}

function read<Values>(key: string): Partial<Values> | undefined {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<Values> | null) ?? undefined
  } catch {
    return undefined
  }
}

import { useMemo } from 'react'
import { useMe } from '../who/me.tsx'

const PREFIX = 'draft:'

/** What somebody typed and has not sent yet, kept on this device. */
export type Draft = {
  keep(values: unknown): void
  /** What was kept; undefined when nothing was. */
  kept<Values>(): Partial<Values> | undefined
  /** Forgets it, once what it held is saved or discarded. */
  drop(): void
}

/**
 * The person's own draft under a name of the form's choice (with the entity's key where it has one). It outlives a
 * reload and a new sign-in; without a name nothing is kept.
 */
export function useDraft(name: string | undefined): Draft {
  const { id } = useMe()
  return useMemo(() => {
    const key = name && `${PREFIX}${id}:${name}`
    return {
      keep: (values) => key && localStorage.setItem(key, JSON.stringify(values)),
      kept: () => (key ? read(key) : undefined),
      drop: () => key && localStorage.removeItem(key),
    }
  }, [id, name])
}

/** Forgets the drafts of everybody but this person; of all, when a person signs out on purpose. */
export function dropDrafts({ but }: { but?: string } = {}): void {
  const own = but === undefined ? undefined : `${PREFIX}${but}:`
  for (const key of Object.keys(localStorage))
    if (key.startsWith(PREFIX) && !(own && key.startsWith(own))) localStorage.removeItem(key)
}

function read<Values>(key: string): Partial<Values> | undefined {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<Values> | null) ?? undefined
  } catch {
    return undefined
  }
}

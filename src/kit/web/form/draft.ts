const PREFIX = 'draft:'

/** Keeps what was typed, on this device, under a name of the form's choice (with the entity's key where it has one). */
export function keepDraft(name: string, values: unknown): void {
  localStorage.setItem(PREFIX + name, JSON.stringify(values))
}

/** What was kept under the name; undefined when nothing was. */
export function keptDraft<Values>(name: string): Partial<Values> | undefined {
  try {
    return (JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null') as Partial<Values> | null) ?? undefined
  } catch {
    return undefined
  }
}

/** Forgets a draft, once what it held is saved or discarded. */
export function dropDraft(name: string): void {
  localStorage.removeItem(PREFIX + name)
}

/** Forgets all drafts, when a person signs out on purpose: the next one at this device must not read them. */
export function dropAllDrafts(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key)
}

const listeners = new Set<() => void>()
let hasBegun = false

/** Whether this tab has uploaded anything yet: until then nothing of uploads is loaded. */
export function uploadsStarted(): boolean {
  return hasBegun
}

/** Marks the first upload. */
export function begin(): void {
  hasBegun = true
  for (const listener of listeners) listener()
}

/** Calls the listener at the first upload; the returned function unsubscribes. */
export function watchBegun(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const listeners = new Set<() => void>()
let begun = false

/** Whether this tab has uploaded anything yet: until then nothing of uploads is loaded. */
export function uploadsStarted(): boolean {
  return begun
}

/** Says that the first upload is here. */
export function begin(): void {
  begun = true
  for (const listener of listeners) listener()
}

/** Calls the listener at the first upload; the answer ends it. */
export function watchBegun(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

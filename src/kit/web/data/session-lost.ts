type Listener = () => void
const listeners = new Set<Listener>()

/** Tells whoever listens that the server no longer knows this session (401). */
export function sessionLost(): void {
  for (const listener of listeners) listener()
}

/** Hears of a lost session; the answer stops listening. */
export function onSessionLost(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

type Listener = () => void
const listeners = new Set<Listener>()

/** Notifies the listeners that the server no longer knows this session (401). */
export function sessionLost(): void {
  for (const listener of listeners) listener()
}

/** Listens for a lost session; the returned function stops listening. */
export function onSessionLost(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

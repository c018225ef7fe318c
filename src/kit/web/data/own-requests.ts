const KEPT = 200
const ids = new Set<string>()

/** A new id for a request that changes something; its live echo is recognised by it and dropped. */
export function newRequestId(): string {
  const id = crypto.randomUUID()
  ids.add(id)
  const oldest = ids.values().next().value
  if (ids.size > KEPT && oldest !== undefined) ids.delete(oldest)
  return id
}

/** Whether a live message is the echo of a change made on this page. */
export function isOwnRequest(id: string | undefined): boolean {
  return id !== undefined && ids.has(id)
}

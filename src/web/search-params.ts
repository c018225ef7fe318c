/** Reads an address's query as plain strings; a name that repeats becomes a list. */
export function parseSearch(search: string): Record<string, string | string[]> {
  const params = new URLSearchParams(search)
  const read: Record<string, string | string[]> = {}
  for (const name of new Set(params.keys())) {
    const all = params.getAll(name)
    read[name] = all.length > 1 ? all : (all[0] ?? '')
  }
  return read
}

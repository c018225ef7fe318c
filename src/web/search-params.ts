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

/** Writes a query in the same way; what is empty is left out. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') params.append(name, String(one))
    }
  }
  const written = params.toString().replaceAll('%2C', ',').replaceAll('%40', '@')
  return written === '' ? '' : `?${written}`
}

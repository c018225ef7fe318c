/** Values of a query before they are encoded; undefined and null ones are left out. */
export type QueryValues = Readonly<Record<string, unknown>>

/**
 * Builds the address of a call: `{name}` in the path from `params`; arrays as comma lists, except `sort`, whose
 * entries contain commas and so repeat.
 */
export function requestUrl(
  path: string,
  params: Readonly<Record<string, unknown>> = {},
  query: QueryValues = {},
): string {
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (params[name] === undefined) throw new Error(`${path} needs ${name}`)
    return encodeURIComponent(String(params[name]))
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue
    if (!Array.isArray(value)) search.append(name, String(value))
    else if (name === 'sort') for (const entry of value) search.append(name, String(entry))
    else if (value.length > 0) search.append(name, value.join(','))
  }
  return search.size > 0 ? `${filledPath}?${search}` : filledPath
}

/** The account of an address, its first two segments: as it is chosen, or as the rows of lists name it. */
type AccountOfPath =
  | { readonly account: { readonly name: string; readonly id: string } }
  | { readonly account: string; readonly accountId: string | number }

type Names<Pattern extends string> = Pattern extends `${string}$${infer Name}/${infer Rest}`
  ? Name | Names<`/${Rest}`>
  : Pattern extends `${string}$${infer Name}`
    ? Name
    : never

type Params<Pattern extends string> = Pattern extends `/$account/$accountId${infer Rest}`
  ? AccountOfPath & { readonly [Name in Names<Rest>]: string | number }
  : { readonly [Name in Names<Pattern>]: string | number }

/** Values of an address's query; empty ones are left out, each entry of a list is written with the name. */
type SearchValue = string | number | undefined | null | readonly string[]
type Search<Name extends string> = { readonly [N in Name]?: SearchValue }

/** The path of a page, whatever its parameters. */
export type AnyPagePath = {
  /** As the router reads it: `/software/bundles/$bundleId`. */
  readonly pattern: string
}

/** The path of a page: called with the parameters of its pattern and values of its query, it returns the address. */
export type PagePath<Pattern extends string, Name extends string> = AnyPagePath &
  ((
    ...values: [
      ...(keyof Params<Pattern> extends never ? [] : [params: Params<Pattern>]),
      ...([Name] extends [never] ? [] : [search?: Search<Name>]),
    ]
  ) => string)

/**
 * Declares the path of a page, once: the page is registered with it, and every link to the page is made by it, in the
 * browser and on the server. Pages of one account begin with `/$account/$accountId`. `search` names the parts of the
 * query that links may set.
 */
export function pagePath<const Pattern extends string, const Name extends string = never>(
  pattern: Pattern,
  _search: readonly Name[] = [],
): PagePath<Pattern, Name> {
  const hasParams = pattern.includes('$')
  const address = (...values: readonly object[]) => {
    const [params, search] = hasParams ? values : [{}, ...values]
    return `${filled(pattern, params as Readonly<Record<string, unknown>>)}${writeSearch({ ...search })}`
  }
  return Object.assign(address, { pattern }) as PagePath<Pattern, Name>
}

function filled(pattern: string, params: Readonly<Record<string, unknown>>): string {
  const { account } = params as { account?: { name: string; id: string } | string }
  const segments = typeof account === 'object' ? { ...params, account: account.name, accountId: account.id } : params
  return pattern.replace(/\$(\w+)/g, (_, segment: string) =>
    encodeURIComponent(String((segments as Readonly<Record<string, unknown>>)[segment])),
  )
}

/** Writes a query, with `?` where it is not empty; what is empty is left out, a list repeats its name. */
export function writeSearch(search: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') params.append(name, String(one))
    }
  }
  const written = params.toString().replaceAll('%2C', ',').replaceAll('%40', '@')
  return written === '' ? '' : `?${written}`
}

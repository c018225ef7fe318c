/** A word of every internal text of the leak test, and of no other text. */
export const canary = 'Kanarienvogel7'

/** What the parameters of endpoints can name. */
export type Names = {
  readonly caseKeys: readonly string[]
  readonly rndKeys: readonly string[]
  readonly knownKeys: readonly string[]
  readonly wikiIds: readonly string[]
  readonly channels: readonly string[]
}

/** Values of parameters that mean the same at each endpoint. */
const words: Record<string, readonly string[]> = {
  account: ['acme'],
  accountName: ['acme'],
  internal: ['true'],
  text: [canary, 'registration'],
  q: [canary],
  search: [canary],
}

/** The addresses of an endpoint: as it is, and with each value of each of its parameters. */
export function pathsIn(names: Names, url: string, parameters: readonly string[]): string[] {
  const values: Record<string, readonly string[]> = { ...words, issueKey: names.caseKeys, rndKey: names.rndKeys }
  const paths = new Set(
    ownNames(names, url).map((own) => url.replace(/\{(\w+)\}/g, (_, name) => words[name]?.[0] ?? own)),
  )
  const query = parameters.filter((name) => !url.includes(`{${name}}`) && name in values)
  const account = query.includes('account') ? '&account=acme' : ''
  return [...paths].flatMap((path) => [
    path,
    ...query.flatMap((name) =>
      values[name]!.map((value) => `${path}?${name}=${encodeURIComponent(value)}${name === 'account' ? '' : account}`),
    ),
  ])
}

/** What the parameter in the path of this address names. */
function ownNames(names: Names, url: string): readonly string[] {
  if (url.includes('/rnd/issues/')) return names.rndKeys
  if (url.startsWith('/api/known-issues')) return names.knownKeys
  if (url.startsWith('/api/wiki')) return names.wikiIds
  if (url.includes('/channels/')) return names.channels
  return url.startsWith('/api/plugins/jira') ? names.caseKeys : ['1']
}

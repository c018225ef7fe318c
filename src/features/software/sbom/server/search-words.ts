import { type RawBuilder, sql } from 'kysely'
import { likeText } from '#kit/server/sql-text.ts'

/** What a search asks for. `names`: exactly one of these; else `nameStart`. */
export type SearchWords = {
  readonly names?: readonly string[]
  readonly nameStart?: string
  readonly version: string | undefined
  /** The begin of a purl, up to its version. */
  readonly purlStart?: string
}

/** Reads `openssl`, `openssl 3.0.7`, `openssl@3.0.7` or a purl. */
export function searchWordsOf(given: string): SearchWords {
  const typed = given.trim()
  const purl = /^pkg:([^/?#]+)\/([^@?#]+)(?:@([^?#]+))?/i.exec(typed)
  if (purl) {
    const path = decoded(purl[2]!).toLowerCase()
    const names = [...new Set([path.split('/').at(-1)!, path])]
    const version = purl[3] === undefined ? undefined : decoded(purl[3])
    return { names, version, purlStart: `pkg:${purl[1]}/${purl[2]}` }
  }
  const both = /^(.*\S)(?:\s+|@)v?(\d\S*)$/.exec(typed)
  return { nameStart: (both?.[1] ?? typed).toLowerCase(), version: both?.[2] }
}

/** The condition on `sbom_components c` that its name, and with `purlStart` its purl, is the wanted one. */
export function isNamed({ names, nameStart = '', purlStart }: SearchWords): RawBuilder<boolean> {
  const name = names
    ? sql`lower(c.name) = any(${[...names]}::text[])`
    : sql`lower(c.name) like ${`${likeText(nameStart)}%`}`
  return purlStart === undefined ? sql`${name}` : sql`(${name} and c.purl ilike ${`${likeText(purlStart)}%`})`
}

/** The condition that its version is the wanted one: `3.0.7` is also `v3.0.7` and `3.0.7-27.el9`, but not `3.0.70`. */
export function hasVersion({ version }: SearchWords): RawBuilder<boolean> {
  if (version === undefined) return sql`true`
  const plain = sql`regexp_replace(c.version, '^v', '')`
  return sql`(starts_with(${plain}, ${version}) and substr(${plain}, length(${version}) + 1, 1) !~ '[0-9]')`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

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
function isNamed({ names, nameStart = '', purlStart }: SearchWords): RawBuilder<boolean> {
  const name = names
    ? sql`lower(c.name) = any(${[...names]}::text[])`
    : sql`lower(c.name) like ${`${likeText(nameStart)}%`}`
  return purlStart === undefined ? sql`${name}` : sql`(${name} and c.purl ilike ${`${likeText(purlStart)}%`})`
}

/** Of more names and versions than these the rest is not searched. */
const MOST_STEPS = 10_000

/**
 * The components that match, to select from as `c`. The different names, or names and versions, are read first, one step
 * in the index for each: a name has thousands of rows, and few of them the wanted version. `using` and `offset 0` keep
 * the planner, which cannot know how many there are, from other indexes and from reading all rows.
 */
export function matchingComponents(words: SearchWords): RawBuilder<unknown> {
  if (words.nameStart === undefined)
    return sql`(select * from sbom_components c where ${isNamed(words)} and ${hasVersion(words)} offset 0)`
  return words.version === undefined ? anyVersionOf(words) : oneVersionOf(words, words.version)
}

function anyVersionOf(words: SearchWords): RawBuilder<unknown> {
  const first = sql`order by lower(c.name) using ~<~, c.version using ~<~ limit 1`
  return sql`(
    with recursive pairs as (
      (select lower(c.name) as name, c.version from sbom_components c where ${isNamed(words)} ${first})
      union all
      select n.name, n.version from pairs p cross join lateral (
        select lower(c.name) as name, c.version from sbom_components c
        where (lower(c.name), c.version) ~>~ (p.name, p.version) and ${isNamed(words)} ${first}) n
    )
    select c.* from (select * from pairs limit ${MOST_STEPS}) w cross join lateral (
      select * from sbom_components c where lower(c.name) = w.name and c.version = w.version offset 0) c)`
}

/** Of each name only the part of the index is read in which its wanted versions are. */
function oneVersionOf(words: SearchWords, version: string): RawBuilder<unknown> {
  const first = sql`order by lower(c.name) using ~<~ limit 1`
  return sql`(
    with recursive names as (
      (select lower(c.name) as name from sbom_components c where ${isNamed(words)} ${first})
      union all
      select n.name from names p cross join lateral (
        select lower(c.name) as name from sbom_components c where lower(c.name) ~>~ p.name and ${isNamed(words)} ${first}) n
    )
    select c.* from (select * from names limit ${MOST_STEPS}) w
      cross join unnest(${[version, `v${version}`]}::text[]) as start
      cross join lateral (
        select * from sbom_components c where lower(c.name) = w.name
          and c.version ~>=~ start and c.version ~<~ (start || ${LAST_CHARACTER}) and ${hasVersion(words)} offset 0) c)`
}

/** Comes after every other one in the order of the index. */
const LAST_CHARACTER = '\u{10ffff}'

/** The bundle of a component `c`, found by its id. */
export const bundleOfComponent = sql`lateral (select * from bundles b where b.id = c.bundle_id offset 0) b on true`

/** The condition that its version is the wanted one: `3.0.7` is also `v3.0.7` and `3.0.7-27.el9`, but not `3.0.70`. */
function hasVersion({ version }: SearchWords): RawBuilder<boolean> {
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

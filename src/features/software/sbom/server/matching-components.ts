import { type RawBuilder, sql } from 'kysely'
import type { Reading, SearchWords } from './search-words.ts'

/** Of more names and versions than these the rest is not searched. */
const MOST_STEPS = 10_000
/** A component has up to six names. */
const MOST_NAMES = 60_000
/** Comes after every other one in the order of the index. */
const LAST_CHARACTER = '\u{10ffff}'

/** The bundle of a component `c`, found by its id. */
export const bundleOfComponent = sql`lateral (select * from bundles b where b.id = c.bundle_id offset 0) b on true`

/**
 * The components that match, to select from as `c`. `offset 0` keeps the planner, which cannot know how many there are,
 * from reading all rows.
 */
export function matchingComponents({ readings, purl }: SearchWords): RawBuilder<unknown> {
  const namesSql = sql.join(readings.map(namesOf), sql` union all `)
  return sql`(
    select c.* from (select distinct f.sbom_id, f.place from (select * from (${namesSql}) every limit ${MOST_NAMES}) f) f
      cross join lateral (select * from sbom_components c where c.sbom_id = f.sbom_id and c.place = f.place offset 0) c
    where ${purl ? hasPurl(purl) : sql`true`})`
}

function namesOf(reading: Reading): RawBuilder<unknown> {
  if (reading.isWhole)
    return sql`(select k.sbom_id, k.place from sbom_component_names k
      where k.name = component_key(${reading.name}) and ${hasVersion(reading.version)})`
  return reading.version === undefined ? anyVersionOf(reading.name) : oneVersionOf(reading.name, reading.version)
}

/** The condition on `sbom_component_names k` that its name begins so. */
function begins(start: string): RawBuilder<boolean> {
  return sql`(k.name ~>=~ component_key(${start}) and k.name ~<~ (component_key(${start}) || ${LAST_CHARACTER}))`
}

/**
 * The different names and versions are read first, one step in the index for each: a name has thousands of rows. `using`
 * keeps the planner from other indexes.
 */
function anyVersionOf(start: string): RawBuilder<unknown> {
  const first = sql`order by k.name using ~<~, k.version using ~<~ limit 1`
  return sql`(
    with recursive pairs as (
      (select k.name, k.version from sbom_component_names k where ${begins(start)} ${first})
      union all
      select n.name, n.version from pairs p cross join lateral (
        select k.name, k.version from sbom_component_names k
        where (k.name, k.version) ~>~ (p.name, p.version) and ${begins(start)} ${first}) n
    )
    select k.sbom_id, k.place from (select * from pairs limit ${MOST_STEPS}) w cross join lateral (
      select * from sbom_component_names k where k.name = w.name and k.version = w.version offset 0) k)`
}

/** Of each name only the part of the index is read in which its wanted versions are. */
function oneVersionOf(start: string, version: string): RawBuilder<unknown> {
  const first = sql`order by k.name using ~<~ limit 1`
  return sql`(
    with recursive names as (
      (select k.name from sbom_component_names k where ${begins(start)} ${first})
      union all
      select n.name from names p cross join lateral (
        select k.name from sbom_component_names k where k.name ~>~ p.name and ${begins(start)} ${first}) n
    )
    select k.sbom_id, k.place from (select * from names limit ${MOST_STEPS}) w cross join lateral (
      select * from sbom_component_names k where k.name = w.name and ${hasVersion(version)} offset 0) k)`
}

/** Its version is the wanted one: `3.0.7` is also `v3.0.7`, `1:3.0.7` and `3.0.7-27.el9`, but not `3.0.70`. */
function hasVersion(version: string | undefined): RawBuilder<boolean> {
  if (version === undefined) return sql`true`
  const start = sql`component_version(${version})`
  return sql`(k.version ~>=~ ${start} and k.version ~<~ (${start} || ${LAST_CHARACTER})
    and substr(k.version, length(${start}) + 1, 1) !~ '[0-9]')`
}

/** A component `c` whose purl leaves a qualifier out may be the wanted one. */
function hasPurl({ type, qualifiers }: NonNullable<SearchWords['purl']>): RawBuilder<boolean> {
  const ofType = sql`starts_with(lower(regexp_replace(c.purl, '^pkg:/*', 'pkg:', 'i')), ${`pkg:${type}/`})`
  const same = qualifiers.map(
    ([key, value]) => sql`
      coalesce(percent_decoded(substring(c.purl from ${`(?i)[?&]${key.replaceAll('.', '\\.')}=([^&#]*)`})), ${value}) = ${value}`,
  )
  return sql`(${sql.join([ofType, ...same], sql` and `)})`
}

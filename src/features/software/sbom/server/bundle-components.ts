import { sql } from 'kysely'
import { readSort } from '#kit/contract/hal.ts'
import type { Database } from '#kit/server/database.ts'
import type { ReplyOf, RequestContext } from '#kit/server/serve/request-context.ts'
import { likeText } from '#kit/server/sql-text.ts'
import type { listSbomComponents, listSbomLicenses, SbomComponent } from '../contract.ts'
import { licenseKindOf } from './license-kind.ts'

type Query = RequestContext<typeof listSbomComponents>['query']

/** A page of the components of a bundle, from all its SBOMs. */
export async function findBundleComponents(db: Database, bundleId: number, query: Query) {
  const { page, size, contains, license } = query
  const words = contains ? sql`${`%${likeText(contains)}%`}` : undefined
  const where = sql`c.bundle_id = ${bundleId}
    and ${
      words
        ? sql`(c.name ilike ${words} or c.purl ilike ${words} or exists (select from sbom_component_names k
      where k.sbom_id = c.sbom_id and k.place = c.place and position(component_key(${contains}) in k.name) > 0))`
        : sql`true`
    }
    and ${license === undefined ? sql`true` : license === '' ? sql`c.license is null` : sql`c.license = ${license}`}`
  const { descending } = readSort(query.sort, { field: 'name', descending: false })[0]!
  const order = sql.raw(descending ? 'desc' : 'asc')
  const [found, counted] = await Promise.all([
    sql<Omit<SbomComponent, 'licenseKind'>>`
      select c.name, c.version, c.license, c.purl, s.name as sbom from sbom_components c join sboms s on s.id = c.sbom_id
      where ${where} order by lower(c.name) ${order}, c.version ${order}, c.sbom_id, c.place limit ${size} offset ${page * size}`.execute(
      db,
    ),
    sql<{ count: number }>`select count(*)::int as count from sbom_components c where ${where}`.execute(db),
  ])
  const rows = found.rows.map((row) => ({ ...row, licenseKind: licenseKindOf(row.license) }))
  return { rows, total: { count: counted.rows[0]!.count }, lastUpdateTime: null }
}

type LicenseRow = ReplyOf<typeof listSbomLicenses>['_embedded']['licenses'][number]

/** A page of the licenses of a bundle's components. */
export async function findLicenses(
  db: Database,
  bundleId: number,
  { page, size, descending }: { page: number; size: number; descending: boolean },
) {
  const [found, counted] = await Promise.all([
    sql<Omit<LicenseRow, 'kind'>>`
      select license, count(*)::int as components from sbom_components where bundle_id = ${bundleId} group by license
      order by 2 ${sql.raw(descending ? 'desc' : 'asc')}, 1 limit ${size} offset ${page * size}`.execute(db),
    sql<{ count: number }>`
      select (count(distinct license) + (count(*) > count(license))::int)::int as count from sbom_components where bundle_id = ${bundleId}`.execute(
      db,
    ),
  ])
  const rows: LicenseRow[] = found.rows.map((row) => ({ ...row, kind: licenseKindOf(row.license) }))
  return { rows, total: { count: counted.rows[0]!.count }, lastUpdateTime: null }
}

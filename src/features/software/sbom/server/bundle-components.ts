import { type RawBuilder, sql } from 'kysely'
import { readSort } from '#kit/contract/hal.ts'
import type { Database } from '#kit/server/database.ts'
import { directionOf, findPage, limitOf } from '#kit/server/list/find-page.ts'
import { readByCursor } from '#kit/server/list/read-by-cursor.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { ReplyOf, RequestContext } from '#kit/server/serve/request-context.ts'
import { likeText } from '#kit/server/sql-text.ts'
import type { listSbomComponents, listSbomLicenses, SbomComponent } from '../contract.ts'
import { licenseKindOf } from './license-kind.ts'

type Query = RequestContext<typeof listSbomComponents>['query']

type FoundComponent = Omit<SbomComponent, 'licenseKind'>

function chosenComponents(bundleId: number, { contains, license }: Query): RawBuilder<unknown> {
  const words = contains ? sql`${`%${likeText(contains)}%`}` : undefined
  return sql`c.bundle_id = ${bundleId}
    and ${
      words
        ? sql`(c.name ilike ${words} or c.purl ilike ${words} or exists (select from sbom_component_names k
      where k.sbom_id = c.sbom_id and k.place = c.place and position(component_key(${contains}) in k.name) > 0))`
        : sql`true`
    }
    and ${license === undefined ? sql`true` : license === '' ? sql`c.license is null` : sql`c.license = ${license}`}`
}

function componentRows(bundleId: number, query: Query): RawBuilder<FoundComponent> {
  const { descending } = readSort(query.sort, { field: 'name', descending: false })[0]!
  const order = directionOf(descending)
  return sql`select c.name, c.version, c.license, c.purl, s.name as sbom from sbom_components c join sboms s on s.id = c.sbom_id
    where ${chosenComponents(bundleId, query)} order by lower(c.name) ${order}, c.version ${order}, c.sbom_id, c.place`
}

function withKind(row: FoundComponent): SbomComponent {
  return { ...row, licenseKind: licenseKindOf(row.license) }
}

/** All components of a bundle, for a download. */
export async function* eachBundleComponent(
  { db, pool }: AppContext,
  bundleId: number,
  query: Query,
): AsyncGenerator<SbomComponent> {
  const cursor = readByCursor<FoundComponent>(pool, componentRows(bundleId, query).compile(db))
  for await (const row of cursor) yield withKind(row)
}

/** A page of the components of a bundle, from all its SBOMs. */
export async function findBundleComponents(db: Database, bundleId: number, query: Query) {
  const { page, size } = query
  const componentPage = await findPage(db, {
    page,
    size,
    rows: componentRows(bundleId, query),
    of: sql`from sbom_components c where ${chosenComponents(bundleId, query)}`,
  })
  return { ...componentPage, rows: componentPage.rows.map(withKind) }
}

type LicenseRow = ReplyOf<typeof listSbomLicenses>['_embedded']['licenses'][number]
type FoundLicense = Omit<LicenseRow, 'kind'>

function licenseRows(bundleId: number, descending: boolean): RawBuilder<FoundLicense> {
  return sql`select license, count(*)::int as components from sbom_components where bundle_id = ${bundleId} group by license
    order by 2 ${directionOf(descending)}, 1`
}

/** All licenses of a bundle's components, for a download. */
export async function* eachLicense(
  { db, pool }: AppContext,
  bundleId: number,
  descending: boolean,
): AsyncGenerator<LicenseRow> {
  const cursor = readByCursor<FoundLicense>(pool, licenseRows(bundleId, descending).compile(db))
  for await (const row of cursor) yield { ...row, kind: licenseKindOf(row.license) }
}

/** A page of the licenses of a bundle's components. */
export async function findLicenses(
  db: Database,
  bundleId: number,
  { page, size, descending }: { page: number; size: number; descending: boolean },
) {
  const [licenses, counts] = await Promise.all([
    sql<FoundLicense>`${licenseRows(bundleId, descending)} ${limitOf({ page, size })}`.execute(db),
    sql<{ count: number }>`
      select (count(distinct license) + (count(*) > count(license))::int)::int as count from sbom_components where bundle_id = ${bundleId}`.execute(
      db,
    ),
  ])
  const rows: LicenseRow[] = licenses.rows.map((row) => ({ ...row, kind: licenseKindOf(row.license) }))
  return { rows, total: { count: counts.rows[0]!.count }, lastUpdateTime: null }
}

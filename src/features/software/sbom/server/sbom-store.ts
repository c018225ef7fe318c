import { type RawBuilder, sql } from 'kysely'
import { userJson } from '#features/software/bundles/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { directionOf, findPage } from '#kit/server/list/find-page.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import type { StoredSbom } from '../contract.ts'
import type { ReceivedSbom } from './receive-sbom.ts'

/** The SBOMs that meet a condition on `sboms s`. */
export async function findSboms(db: Database | Tx, where: RawBuilder<boolean>): Promise<StoredSbom[]> {
  return (await sbomsWhere(where).execute(db)).rows
}

/** A page of the SBOMs of a bundle, by the time of their upload. */
export function findSbomsOf(
  db: Database,
  bundleId: number,
  { page, size, descending }: { page: number; size: number; descending: boolean },
) {
  const where = sql<boolean>`s.bundle_id = ${bundleId}`
  const order = directionOf(descending)
  return findPage(db, {
    page,
    size,
    rows: sql<StoredSbom>`${sbomsWhere(where)} order by s.uploaded_at ${order}, s.id ${order}`,
    of: sql`from sboms s where ${where}`,
    newest: sql`s.uploaded_at`,
  })
}

function sbomsWhere(where: RawBuilder<boolean>): RawBuilder<StoredSbom> {
  return sql<StoredSbom>`
    select s.id::text as id, s.bundle_id::text as "bundleId", s.format, s.spec_version as "specVersion", s.name, s.size, s.digest,
      s.component_count as components, ${isoSql('s.uploaded_at')} as uploaded, ${userJson('s.uploaded_by')} as "uploadedBy"
    from sboms s where ${where}`
}

/** Components of one statement: its text is made in a few milliseconds. */
const BATCH = 1000

/** Adds an SBOM with its components; undefined when the bundle has that file already. */
export async function insertSbom(
  tx: Tx,
  { bundleId, userId, sbom }: { bundleId: number; userId: number | null; sbom: ReceivedSbom },
): Promise<number | undefined> {
  const { format, specVersion, filename, size, digest, components } = sbom
  const { rows } = await sql<{ id: number }>`
    insert into sboms (bundle_id, format, spec_version, name, size, digest, component_count, uploaded_by)
    values (${bundleId}, ${format}, ${specVersion}, ${filename}, ${size}, ${digest}, ${components.length}, ${userId})
    on conflict (bundle_id, digest) do nothing returning id`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) return undefined
  for (let from = 0; from < components.length; from += BATCH) {
    const batch = components.slice(from, from + BATCH)
    const column = (name: 'name' | 'version' | 'license' | 'purl') => sql`${batch.map((one) => one[name])}::text[]`
    await sql`
      insert into sbom_components (sbom_id, bundle_id, place, name, version, license, purl)
      select ${id}::bigint, ${bundleId}::bigint, ${from} + c.place, c.name, c.version, c.license, c.purl
      from unnest(${column('name')}, ${column('version')}, ${column('license')}, ${column('purl')})
        with ordinality c(name, version, license, purl, place)`.execute(tx)
  }
  return id
}

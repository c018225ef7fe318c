import type pg from 'pg'
import { copyRecords } from '#kit/server/load/copy-rows.ts'
import { nextId } from '#kit/server/load/next-id.ts'
import { bundleRow, componentRow, uploadRow } from './bundle-rows.ts'
import { componentsOf, generateBundles } from './invent-bundles.ts'
import { inventReleases } from './invent-releases.ts'
import { releasedComponentRow, releaseRow } from './release-rows.ts'
import type { ScaleSoftware } from './scale-software.ts'

/** Tables that `loadScaleSoftware` fills. */
export const scaleSoftwareTables = [
  'uploads',
  'bundles',
  'bundle_components',
  'bundle_releases',
  'release_components',
] as const

/**
 * Loads this number of bundles and releases of four years, oldest first, the same ones each time: real files, frozen
 * manifests, real signatures of the active key. Some of the newest releases wait for their approval. No events.
 */
export async function loadScaleSoftware(client: pg.ClientBase, software: ScaleSoftware): Promise<void> {
  const firstRelease = await nextId(client, 'bundle_releases')
  const bundles = generateBundles(software, await nextId(client, 'bundles'))
  await copyRecords(client, 'bundles', function* () {
    for (const bundle of bundles) yield bundleRow(bundle, software)
  })
  await copyRecords(client, 'uploads', function* () {
    for (const bundle of bundles)
      for (const part of componentsOf(bundle, software)) yield uploadRow(part, bundle, software)
  })
  await copyRecords(client, 'bundle_components', function* () {
    for (const bundle of bundles)
      for (const part of componentsOf(bundle, software)) yield componentRow(part, bundle, software)
  })
  await copyRecords(client, 'bundle_releases', function* () {
    for (const release of inventReleases(software, bundles, firstRelease)) yield releaseRow(release, software)
  })
  await copyRecords(client, 'release_components', function* () {
    for (const release of inventReleases(software, bundles, firstRelease))
      for (const part of componentsOf(release.bundle, software)) yield releasedComponentRow(part, release)
  })
  await client.query(`select setval(pg_get_serial_sequence('bundles', 'id'), (select max(id) from bundles)),
    setval(pg_get_serial_sequence('bundle_releases', 'id'), (select max(id) from bundle_releases))`)
}

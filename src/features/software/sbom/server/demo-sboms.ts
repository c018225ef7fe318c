import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { bundleVersion } from '#features/software/overview/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import { noUser, recordEvent } from '#kit/server/events/event.ts'
import { defineJob, type Task, taskOf } from '#kit/server/job.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { sbomAdded } from '../contract.ts'
import { demoComponents } from './demo-components.ts'
import { SbomReader } from './sbom-reader.ts'
import { insertSbom } from './sbom-store.ts'

/** Name of the job that makes the SBOMs of the demo; it runs after the bundles were made. */
export const DEMO_SBOMS = defineJob('sboms.demo')

export function demoTask({ db }: AppContext): Task {
  return taskOf(DEMO_SBOMS, { run: () => makeDemoSboms(db) })
}

/** An SBOM for each bundle of the demo, read like an uploaded one; once. A newer bundle has newer components. */
export async function makeDemoSboms(db: Database): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ id: number; name: string; createdBy: number; version: string; generation: number }>`
      select b.id, b.name, b.created_by as "createdBy", coalesce(${bundleVersion}, '1') as version,
        (row_number() over (partition by b.deployment_type order by b.created_at, b.id) - 1)::int as generation
      from bundles b where not exists (select from sboms) order by b.created_at, b.id`.execute(tx)
    for (const { id, name, createdBy, version, generation } of rows) {
      const bytes = Buffer.from(JSON.stringify(documentOf(name, version, generation), null, 2))
      const reader = new SbomReader()
      reader.push(bytes)
      const digest = createHash('sha256').update(bytes).digest('hex')
      const filename = `sbom-${version}.cdx.json`
      const sbom = { ...reader.end(), filename, digest, size: bytes.length }
      await insertSbom(tx, { bundleId: id, userId: createdBy, sbom })
      const data = { what: filename, format: sbom.format, components: sbom.components.length, imported: true }
      await recordEvent(tx, sbomAdded, noUser, { subject: id, data })
    }
  })
}

/** A CycloneDX document of the components that a bundle of this generation has. */
function documentOf(name: string, version: string, generation: number): object {
  const components = demoComponents.flatMap(({ name: component, purl, license, versions }) => {
    const has = at(versions, generation)
    const statedLicense = typeof license === 'string' || license === null ? license : at(license, generation)
    if (has === null) return []
    return {
      type: 'library',
      'bom-ref': `${purl}@${has}`,
      name: component,
      version: has,
      purl: `${purl}@${has}`,
      ...(statedLicense === null
        ? {}
        : { licenses: [/ /.test(statedLicense) ? { expression: statedLicense } : { license: { id: statedLicense } }] }),
    }
  })
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { component: { type: 'application', name, version } },
    components,
  }
}

/** What holds for a generation; the last one holds for all later ones. */
function at<Value>(values: readonly Value[], generation: number): Value {
  return values[Math.min(generation, values.length - 1)]!
}

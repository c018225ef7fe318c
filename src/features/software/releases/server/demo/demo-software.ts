import { sql } from 'kysely'
import { activeSigner } from '#features/platform/signing/server/index.ts'
import { bundleCreated, fileAdded, type Sbom } from '#features/software/bundles/contract.ts'
import { addComponent } from '#features/software/bundles/server/index.ts'
import { liftTimeLimits, type Tx } from '#kit/server/database.ts'
import { recordHistoricalEvent } from '#kit/server/events/historical-event.ts'
import type { FileStore } from '#kit/server/files/file-store.ts'
import { fileStoreOf } from '#kit/server/files/file-store-of.ts'
import { defineJob, type Task, taskOf } from '#kit/server/job.ts'
import type { AppContext, PortalConfig } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { releaseCreated, releaseDelivered } from '../../contract.ts'
import { freezeRelease } from '../freeze-release.ts'
import { signRelease } from '../sign-release.ts'
import { type DemoBundle, type DemoRelease, demoBundles } from './demo-bundles.ts'
import { type DemoFile, demoFiles } from './demo-files.ts'

/** Name of the background task that the first start of a demo enqueues. */
export const DEMO_SOFTWARE = defineJob('demo.software')

/** Creates the software of the demo, when the portal already serves requests. */
export function demoTask(portal: AppContext): Task {
  return taskOf(DEMO_SOFTWARE, { run: () => makeDemoSoftware(portal) })
}

type DemoAuthor = { readonly id: number; readonly fullName: string }
type StoredFile = { readonly digest: string; readonly size: number; readonly sbom: Sbom | null }
type Stage = {
  readonly tx: Tx
  readonly config: PortalConfig
  readonly maker: DemoAuthor
  readonly approver: DemoAuthor
  readonly files: ReadonlyMap<DemoFile, StoredFile>
}

/**
 * Creates bundles with real files and signed releases for the accounts of the demo, all or nothing; not where bundles
 * exist.
 */
export async function makeDemoSoftware({ db, config }: AppContext): Promise<void> {
  const files = await keepFiles(fileStoreOf(config), await demoFiles())
  await inTransaction(db, async (tx) => {
    await liftTimeLimits(tx)
    await sql`select pg_advisory_xact_lock(hashtextextended(${DEMO_SOFTWARE.name}, 0))`.execute(tx)
    const { rows } = await sql`select 1 from bundles limit 1`.execute(tx)
    const [maker, approver] = [await userWith(tx, 'RELMGR'), await userWith(tx, 'RELEASE_APPROVER')]
    if (rows.length > 0 || !maker || !approver) return
    const bundleIds = new Map<string, number>()
    for (const demoBundle of demoBundles)
      await makeBundle({ tx, config, maker, approver, files }, demoBundle, bundleIds)
  })
}

async function makeBundle(stage: Stage, demoBundle: DemoBundle, bundleIds: Map<string, number>): Promise<void> {
  const { tx, maker } = stage
  const at = daysAgo(demoBundle.daysAgo)
  const { rows } = await sql<{ id: number }>`
    insert into bundles (name, parent_id, deployment_type, created_by, created_at, updated_at)
    values (${demoBundle.name}, ${bundleIds.get(demoBundle.patchOf ?? '') ?? null}, ${demoBundle.type}, ${maker.id}, ${at}, ${at}) returning id`.execute(
    tx,
  )
  const bundle = { id: rows[0]!.id, name: demoBundle.name, deploymentType: demoBundle.type }
  bundleIds.set(demoBundle.name, bundle.id)
  await recordHistoricalEvent(tx, bundleCreated, maker, { at, subject: bundle.id })
  for (const [fileName, file, componentType] of demoBundle.files) {
    const storedFile = stage.files.get(file)
    if (storedFile) await addFile(stage, { bundle: bundle.id, fileName, componentType, at, ...storedFile })
  }
  await sql`insert into bundle_notes (bundle_id, text, author_id, created_at) values (${bundle.id}, ${demoBundle.note}, ${maker.id}, ${at})`.execute(
    tx,
  )
  for (const release of demoBundle.releases) await makeRelease(stage, bundle, release)
  if (demoBundle.held)
    await sql`update bundles set status = 'ON_HOLD', reason = ${demoBundle.held} where id = ${bundle.id}`.execute(tx)
}

async function addFile(
  stage: Stage,
  file: StoredFile & { bundle: number; fileName: string; componentType: 'product' | 'document'; at: Date },
): Promise<void> {
  const { tx, maker } = stage
  const { bundle, fileName, componentType, digest, size, at } = file
  const { rows } = await sql<{ id: string }>`
    insert into uploads (bundle_id, component_type, file_name, source_type, size, state, received, digested, digest, created_by, created_at, updated_at)
    values (${bundle}, ${componentType}, ${fileName}, 'CLIENT_FILE', ${size}, 'DONE', ${size}, ${size}, ${digest}, ${maker.id}, ${at}, ${at}) returning id`.execute(
    tx,
  )
  const component = { bundleId: bundle, uploadId: rows[0]!.id, fileName, componentType, clobber: false }
  const about = { sourceType: 'CLIENT_FILE', digest, size, sbom: file.sbom, userId: maker.id }
  await addComponent(tx, { ...component, ...about }, stage.config)
  await recordHistoricalEvent(tx, fileAdded, maker, { at, subject: bundle, data: { what: fileName, digest } })
}

async function makeRelease(
  stage: Stage,
  bundle: Parameters<typeof freezeRelease>[1]['bundle'],
  demoRelease: DemoRelease,
): Promise<void> {
  const { tx, maker, approver } = stage
  const { rows } = await sql<{
    id: number
    name: string
  }>`select id, name from accounts where name = ${demoRelease.account}`.execute(tx)
  const account = rows[0]
  if (!account) return
  const at = daysAgo(demoRelease.daysAgo)
  const { id } = await freezeRelease(tx, { bundle, account, name: bundle.name, by: maker, at })
  const about = { subject: bundle.id, account: account.id, data: { releaseId: id, what: bundle.name } }
  await sql`insert into release_notes (release_id, text, author_id, created_at) values (${id}, ${demoRelease.note}, ${maker.id}, ${at})`.execute(
    tx,
  )
  await recordHistoricalEvent(tx, releaseCreated, maker, { at, ...about })
  if (demoRelease.waits) return
  const deliveredAt = new Date(at.getTime() + 47 * 60_000)
  const steps = ['check', 'sign', 'deliver'].map((name) => ({ name, state: 'DONE', error: null, attempts: 1 }))
  await sql`
    with job as (
      insert into jobs (kind, account_id, owner_id, state, steps, input, attempts, created_at, updated_at)
      values ('release.delivery', ${account.id}, ${approver.id}, 'DONE', ${JSON.stringify(steps)}, ${JSON.stringify({ releaseId: id })}, 1, ${deliveredAt}, ${deliveredAt}) returning id)
    update bundle_releases set approved_by = ${approver.id}, approved_at = ${deliveredAt}, job_id = job.id from job where bundle_releases.id = ${id}`.execute(
    tx,
  )
  await signRelease(tx, await activeSigner(tx, stage.config), id, deliveredAt)
  await sql`update bundle_releases set status = 'DELIVERED', delivered_at = ${deliveredAt}, updated_at = ${deliveredAt} where id = ${id}`.execute(
    tx,
  )
  await recordHistoricalEvent(tx, releaseDelivered, approver, { at: deliveredAt, ...about })
}

/** Writes the files to the store. */
export async function keepFiles(
  store: FileStore,
  files: ReadonlyMap<DemoFile, Buffer>,
): Promise<Map<DemoFile, StoredFile>> {
  const storedFiles = new Map<DemoFile, StoredFile>()
  for (const [name, bytes] of files) {
    const storedFile = await store.receive([bytes], bytes.length)
    await store.keep(storedFile)
    const { digest, size } = storedFile
    storedFiles.set(name, { digest, size, sbom: name === 'sbom' ? summaryOf(bytes) : null })
  }
  return storedFiles
}

function summaryOf(bytes: Buffer): Sbom {
  const { bomFormat, specVersion, components } = JSON.parse(bytes.toString())
  return { format: bomFormat, version: specVersion, components: components.length }
}

/** A user of the demo with a vendor role. */
export async function userWith(tx: Tx, role: string): Promise<DemoAuthor | undefined> {
  const { rows } = await sql<DemoAuthor>`
    select u.id, u.full_name as "fullName" from role_grants g join users u on u.id = g.user_id where g.role = ${role} order by u.id limit 1`.execute(
    tx,
  )
  return rows[0]
}

function daysAgo(days: number): Date {
  return new Date(Date.now() - days * 86_400_000)
}

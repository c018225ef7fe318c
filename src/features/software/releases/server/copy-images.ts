import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { StepFailed } from '#features/platform/jobs/server/index.ts'
import { parseManifest, partsOfImage } from '#features/software/images/server/index.ts'
import { type ImageDestination, openImageSource } from '#features/software/uploads/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import type { FileStore } from '#kit/server/files/file-store.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { IntegrationError, type VendorFault } from '#kit/server/vendor/vendor-error.ts'
import { customerRepository } from './customer-repository.ts'
import { frozenComponents } from './frozen-components.ts'

/** How often a blob or manifest is tried, and the first wait in between. */
const TRIES = 3
const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 10_000
/** What another try may change; `missing` is an upload that the registry does not know any more. */
const passingFaults: ReadonlySet<VendorFault> = new Set([
  'timeout',
  'unreachable',
  'busy',
  'failing',
  'garbled',
  'missing',
])

type Copy = { readonly db: Database; readonly store: FileStore; readonly destination: ImageDestination }

/**
 * Copies the images of a release into the registry that customers pull from, each into a repository of the account. What
 * the registry has is not sent again, so a retry continues. Without such a registry they stay in the portal's own.
 */
export async function copyImages(
  portal: AppContext,
  store: FileStore,
  { id, account }: { readonly id: number; readonly account: string },
): Promise<void> {
  const { db } = portal
  const source = await nameFailures('The registry of the customer cannot be opened', () => openImageSource(portal))
  const destination = source?.destination
  if (!destination) return storePlace(db, id, null)
  /** Where the blobs of this run are. */
  const placeByBlob = new Map<string, string>()
  for (const { fileName, image, digest } of await frozenComponents(db, id)) {
    if (!image) continue
    const repository = customerRepository(account, image.containerName, id)
    await nameFailures(`${fileName} was not copied to ${destination.place}`, async () => {
      await copyBlobs({ db, store, destination }, { repository, digest, copied: placeByBlob })
      await copyManifests({ db, store, destination }, { repository, digest, tag: image.tag })
    })
  }
  await storePlace(db, id, destination.place)
}

/** Stores where the images of a release are pulled from; null for the portal's own registry. */
async function storePlace(db: Database, id: number, place: string | null): Promise<void> {
  await sql`update bundle_releases set registry = ${place}, updated_at = clock_timestamp() where id = ${id}`.execute(db)
}

async function copyBlobs(
  { db, store, destination }: Copy,
  { repository, digest: image, copied }: { repository: string; digest: string; copied: Map<string, string> },
): Promise<void> {
  for (const { digest, size, kind } of await partsOfImage(db, image)) {
    if (kind === 'INDEX' || kind === 'MANIFEST') continue
    const from = copied.get(digest) ?? (await repositoryWith(db, destination.place, digest))
    await repeatWhilePassing(() =>
      destination.putBlob(repository, { digest, size, read: () => store.read(digest) }, from),
    )
    copied.set(digest, repository)
  }
}

/** A registry takes a manifest only when its parts are there, so the tag comes last. */
async function copyManifests(
  { store, destination }: Copy,
  { repository, digest: root, tag }: { repository: string; digest: string; tag: string },
): Promise<void> {
  const copiedDigests = new Set<string>()
  await copy(root, tag)

  async function copy(digest: string, reference: string): Promise<void> {
    if (copiedDigests.has(digest)) return
    copiedDigests.add(digest)
    const bytes = await buffer(store.read(digest))
    const manifest = parseManifest(bytes, `sha256:${digest}`)
    if (manifest.kind === 'INDEX')
      for (const child of manifest.manifests) await copy(child.digest.slice(7), child.digest)
    const { mediaType } = manifest
    await repeatWhilePassing(() => destination.putManifest(repository, reference, { digest, mediaType, bytes }))
  }
}

/**
 * Another repository of the registry that has the blob: of a release that was copied there, or the one that the image
 * came from.
 */
async function repositoryWith(db: Database, place: string, digest: string): Promise<string | undefined> {
  const { rows } = await sql<{ account: string | null; name: string; release: number }>`
    select case when r.registry = ${place} then a.name end as account, c.container_name as name, r.id as release
    from image_parts p join release_components c on c.image = p.image
      join bundle_releases r on r.id = c.release_id join accounts a on a.id = r.account_id
      left join uploads u on u.id = c.upload_id and u.source_type = 'DOCKER'
    where p.digest = ${digest} and (r.registry = ${place} or u.id is not null)
    order by r.registry = ${place} desc nulls last, r.id desc limit 1`.execute(db)
  const repository = rows[0]
  if (!repository) return undefined
  return repository.account === null
    ? repository.name
    : customerRepository(repository.account, repository.name, repository.release)
}

async function repeatWhilePassing(put: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      return await put()
    } catch (failure) {
      if (tries === TRIES || !(failure instanceof IntegrationError) || !passingFaults.has(failure.fault)) throw failure
      const wait = failure.waitMs ?? FIRST_WAIT_MS * 2 ** tries
      if (wait > LONGEST_WAIT_MS) throw failure
      await sleep(wait)
    }
}

/** A failure of the registry fails the step; the text says what was not done. */
async function nameFailures<Result>(what: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (failure) {
    if (!(failure instanceof IntegrationError)) throw failure
    throw new StepFailed(`${what}: ${failure.message}`)
  }
}

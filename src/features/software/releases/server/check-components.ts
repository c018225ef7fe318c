import { StepFailed } from '#features/platform/jobs/server/index.ts'
import { moveComponents } from '#features/software/bundles/server/index.ts'
import { ImageFlaw, partsOfImage, requireUnpackable, storePartCrc } from '#features/software/images/server/index.ts'
import { markMissing, storeCrcs } from '#features/software/release-components/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import { findBlockedFile } from '#kit/server/files/file-scans.ts'
import type { FileStore } from '#kit/server/files/file-store.ts'
import type { StoredFrozen } from './frozen-components.ts'
import { storedChecksums } from './stored-checksums.ts'

/** Components whose results are stored in one statement each. */
const BATCH = 100

/**
 * Reads the stored bytes of components and digests them again; fails the step, by name, where they are missing or
 * changed. Their CRC-32 is stored for the zip of the release.
 */
export async function checkComponents(
  db: Database,
  store: FileStore,
  components: readonly StoredFrozen[],
): Promise<void> {
  const files = components.filter(({ image }) => !image)
  for (let from = 0; from < files.length; from += BATCH) await checkFiles(db, store, files.slice(from, from + BATCH))
  for (const component of components) if (component.image) await checkImage(db, store, component)
}

/** The files before a missing or changed one count as checked. */
async function checkFiles(db: Database, store: FileStore, files: readonly StoredFrozen[]): Promise<void> {
  const whole: (StoredFrozen & { readonly crc: number })[] = []
  let lostFile: { readonly file: StoredFrozen; readonly flaw: string } | undefined
  for (const file of files) {
    const { flaw, crc } = await look(store, file.digest, file.size)
    if (flaw !== null) {
      lostFile = { file, flaw }
      break
    }
    whole.push({ ...file, crc })
  }
  await storePresence(db, whole, { missing: false })
  await requireHarmless(db, whole)
  await storeCrcs(db, whole)
  if (!lostFile) return
  await storePresence(db, [lostFile.file], { missing: true })
  throw new StepFailed(`${lostFile.file.fileName} ${lostFile.flaw}`)
}

/** Every manifest and blob of the image is read and digested again; then it is unpacked, as the customer will. */
async function checkImage(db: Database, store: FileStore, component: StoredFrozen): Promise<void> {
  const { fileName, digest } = component
  const parts = await partsOfImage(db, digest)
  for (const part of parts) {
    const { flaw, crc } = await look(store, part.digest, part.size)
    await storePresence(db, [component], { missing: flaw !== null })
    if (flaw !== null) throw new StepFailed(`sha256:${part.digest} of ${fileName} ${flaw}`)
    await requireHarmless(db, [{ fileName, digest: part.digest }])
    await storePartCrc(db, part.digest, crc)
  }
  try {
    await requireUnpackable(store, parts)
  } catch (failure) {
    throw failure instanceof ImageFlaw ? new StepFailed(`${fileName}: ${failure.message}`) : failure
  }
}

/** A component with malware, or with a pending scan, is not delivered. */
async function requireHarmless(
  db: Database,
  files: readonly Pick<StoredFrozen, 'fileName' | 'digest'>[],
): Promise<void> {
  const blockedFile = await findBlockedFile(
    db,
    files.map(({ fileName: name, digest }) => ({ name, digest })),
  )
  if (blockedFile?.found === null)
    throw new StepFailed(`${blockedFile.name} is still being scanned. Try again in a moment.`)
  if (blockedFile) throw new StepFailed(`${blockedFile.name} contains ${blockedFile.found} and is quarantined.`)
}

/** The result of a check is recorded when it is new: files are lost, or there again. */
async function storePresence(
  db: Database,
  files: readonly StoredFrozen[],
  { missing }: { readonly missing: boolean },
): Promise<void> {
  const changedFiles = await markMissing(
    db,
    files.map(({ id }) => id),
    missing,
  )
  for (const digest of changedFiles)
    await moveComponents(db, digest, missing ? ['IN_STORAGE', 'MISSING'] : ['MISSING', 'IN_STORAGE'])
}

async function look(
  store: FileStore,
  digest: string,
  size: number,
): Promise<{ flaw: string; crc?: undefined } | { flaw: null; crc: number }> {
  const there = await store.sizeOf(digest)
  if (there === undefined) return { flaw: 'is not in storage any more. Upload it again.' }
  const { sha256, crc } = await storedChecksums(store, digest)
  if (sha256 !== digest || there !== size)
    return { flaw: `is not what was released: its SHA-256 is ${sha256} and should be ${digest}.` }
  return { flaw: null, crc }
}

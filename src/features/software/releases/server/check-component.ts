import { StepFailed } from '#features/platform/jobs/server/index.ts'
import { moveComponents } from '#features/software/bundles/server/index.ts'
import { partsOfImage, storePartCrc } from '#features/software/images/server/index.ts'
import { markMissing, storeCrc } from '#features/software/release-components/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import { findBlockedFile } from '#kit/server/files/file-scans.ts'
import type { FileStore } from '#kit/server/files/file-store.ts'
import type { StoredFrozen } from './frozen-components.ts'
import { storedChecksums } from './stored-checksums.ts'

/**
 * Reads the stored bytes of a component and digests them again; fails the step, by name, where they are missing or
 * changed. Their CRC-32 is stored for the zip of the release.
 */
export async function checkComponent(db: Database, store: FileStore, component: StoredFrozen): Promise<void> {
  const { id, fileName, digest, size, image } = component
  if (image) return checkImage(db, store, component)
  const { flaw, crc } = await look(store, digest, size)
  await storePresence(db, { id, digest, missing: flaw !== null })
  if (flaw !== null) throw new StepFailed(`${fileName} ${flaw}`)
  await requireHarmless(db, { fileName, digest })
  await storeCrc(db, id, crc)
}

/** Every manifest and blob of the image is read and digested again. */
async function checkImage(db: Database, store: FileStore, { id, fileName, digest }: StoredFrozen): Promise<void> {
  for (const part of await partsOfImage(db, digest)) {
    const { flaw, crc } = await look(store, part.digest, part.size)
    await storePresence(db, { id, digest, missing: flaw !== null })
    if (flaw !== null) throw new StepFailed(`sha256:${part.digest} of ${fileName} ${flaw}`)
    await requireHarmless(db, { fileName, digest: part.digest })
    await storePartCrc(db, part.digest, crc)
  }
}

/** A component with malware, or with a pending scan, is not delivered. */
async function requireHarmless(db: Database, { fileName: name, digest }: Pick<StoredFrozen, 'fileName' | 'digest'>) {
  const kept = await findBlockedFile(db, [{ digest, name }])
  if (kept?.found === null) throw new StepFailed(`${name} is still being scanned. Try again in a moment.`)
  if (kept) throw new StepFailed(`${name} contains ${kept.found} and is quarantined.`)
}

/** The result of a check is recorded when it is new: the file is lost, or there again. */
async function storePresence(
  db: Database,
  { id, digest, missing }: { id: number; digest: string; missing: boolean },
): Promise<void> {
  if (!(await markMissing(db, id, missing))) return
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

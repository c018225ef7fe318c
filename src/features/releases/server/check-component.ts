import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { StepFailed } from '#features/jobs/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import type { FileStore } from '#kit/server/files/file-store.ts'
import type { StoredFrozen } from './frozen-components.ts'

/** Reads the stored bytes of a component back and digests them anew; fails the step, by name, where they are gone or others. */
export async function checkComponent(
  db: Database,
  store: FileStore,
  { id, fileName, digest, size }: StoredFrozen,
): Promise<void> {
  const flaw = await flawOf(store, digest, size)
  await markMissing(db, { id, digest, missing: flaw !== null })
  if (flaw !== null) throw new StepFailed(`${fileName} ${flaw}`)
}

/** What a check finds is written down where it is news: the file is lost, or there again. */
async function markMissing(
  db: Database,
  { id, digest, missing }: { id: number; digest: string; missing: boolean },
): Promise<void> {
  const { rows } = await sql`
    update release_components set missing = ${missing} where id = ${id} and missing <> ${missing} returning id`.execute(
    db,
  )
  if (rows.length === 0) return
  const [before, now] = missing ? ['IN_STORAGE', 'MISSING'] : ['MISSING', 'IN_STORAGE']
  await sql`
    update bundle_components set status = ${now}, version = version + 1, updated_at = now() where digest = ${digest} and status = ${before}`.execute(
    db,
  )
}

async function flawOf(store: FileStore, digest: string, size: number): Promise<string | null> {
  const there = await store.sizeOf(digest)
  if (there === undefined) return 'is not in storage any more. Upload it again.'
  const hash = createHash('sha256')
  for await (const piece of store.read(digest)) hash.update(piece as Buffer)
  const stored = hash.digest('hex')
  if (stored !== digest || there !== size)
    return `is not what was released: its SHA-256 is ${stored} and should be ${digest}.`
  return null
}

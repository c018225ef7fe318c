import type { FileStore } from '#kit/server/files/file-store.ts'
import { fileStoreOf } from '#kit/server/files/file-store-of.ts'
import { rememberFile } from '#kit/server/files/stored-files.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { isReadName, nameMismatch, triageProblems } from '../contract.ts'
import { pageTexts } from '../texts.ts'
import pack from './assets/rule-pack.json' with { type: 'json' }
import { type ReadLog, readLogInWorker } from './log-reader.ts'
import { findReading, knownSignatures, type StoredReading, storeReading } from './reading-store.ts'

/** A stored file, by the name under which it is attached. */
type AttachedFile = { readonly filename: string; readonly digest: string }
type Portal = Pick<AppContext, 'db' | 'config'>

/** A copy without secrets is at most this much larger than its original. */
const COPY_LIMIT = 256 * 1024 * 1024

/**
 * The reading of a file that may hold a log: for an upload before a row refers to it, so that nobody opens it unread.
 * Rejects one whose content is not what its name promises, or that cannot be read within the limits.
 */
export async function readableReading(portal: Portal, file: AttachedFile): Promise<Pick<StoredReading, 'copy'>> {
  const { filename, digest } = file
  if (!isReadName(filename)) return { copy: null }
  const reading = (await findReading(portal.db, digest, pack.version)) ?? (await readNow(portal, file))
  // Gone: the download says so.
  if (!reading) return { copy: null }
  const unreadable = reading.unreadable ?? nameMismatch(filename, reading.form)
  if (unreadable)
    throwProblem(triageProblems['log-not-readable'], { name: filename, reason: pageTexts.reasons[unreadable] })
  return reading
}

/** A file from before there were readings, or read by an earlier rule pack, is read when it is opened. */
async function readNow(portal: Portal, { filename, digest }: AttachedFile): Promise<StoredReading | undefined> {
  const store = fileStoreOf(portal.config)
  const bytes = await bytesOf(store, digest)
  if (!bytes) return undefined
  const result = await readLogInWorker({ bytes, name: filename, signatures: await knownSignatures(portal.db) })
  return saveReading(portal, store, digest, result)
}

async function saveReading(portal: Portal, store: FileStore, digest: string, result: ReadLog): Promise<StoredReading> {
  const { form, unreadable = null } = result
  const nothing = { facts: [], signatures: [], secrets: {}, lines: 0 }
  const { findings, copy } = result.unreadable ? { findings: nothing, copy: undefined } : result
  const copyFile = copy && (await store.receive([Buffer.from(copy)], COPY_LIMIT))
  if (copyFile) await store.keep(copyFile)
  await inTransaction(portal.db, async (tx) => {
    const fileId = copyFile && (await rememberFile(tx, copyFile, portal.config))
    const storedCopy =
      copyFile && fileId !== undefined ? { fileId, digest: copyFile.digest, size: copyFile.size } : null
    await storeReading(tx, { digest, pack: pack.version, form, unreadable, ...findings, copy: storedCopy })
  })
  return { form, unreadable, copy: copyFile ? { digest: copyFile.digest, size: copyFile.size } : null }
}

async function bytesOf(store: FileStore, digest: string): Promise<Buffer | undefined> {
  if ((await store.sizeOf(digest)) === undefined) return undefined
  const parts: Buffer[] = []
  for await (const part of store.read(digest)) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

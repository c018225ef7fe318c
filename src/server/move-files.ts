import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import type { FileStore } from '#kit/server/files/file-store.ts'
import { openPlaces } from '#kit/server/files/file-store-of.ts'
import type { PortalConfig } from '#kit/server/portal.ts'
import { StartupError } from '#kit/server/startup-error.ts'

/** Files that are copied at once. */
const AT_ONCE = 4
/** Larger than any file: what is copied has been checked when it was uploaded. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER

export type MovedFiles = {
  copied: number
  readonly present: number
  removed: number
  /** Files that could not be copied, each with the reason. */
  readonly failed: readonly string[]
}

/**
 * Copies the files that the portal refers to from the other place to the place of new files, while the portal runs.
 * Interrupted, it goes on where it was when it is run again. With `remove`, files that are here, and were so before,
 * are removed there.
 */
export async function moveFiles(
  db: Database,
  config: PortalConfig,
  { remove }: { readonly remove: boolean },
): Promise<MovedFiles> {
  const { here, other } = openPlaces(config)
  if (!other) throw new StartupError('set S3_URL, S3_ACCESS_KEY and S3_SECRET_KEY: files are moved to or from S3')
  const failedDigests: string[] = []
  let [copiedCount, present, removedCount] = [0, 0, 0]
  for await (const digests of other.digests()) {
    for (let at = 0; at < digests.length; at += AT_ONCE)
      await Promise.all(
        digests.slice(at, at + AT_ONCE).map(async (digest) => {
          try {
            const size = await sizeWanted(db, digest)
            if (size === undefined) return
            if ((await here.sizeOf(digest)) === size) present += 1
            else {
              await copyFile(other, here, { digest, size })
              copiedCount += 1
            }
            if (!remove) return
            await other.remove(digest)
            removedCount += 1
          } catch (failure) {
            failedDigests.push(`${digest}: ${failure instanceof Error ? failure.message : failure}`)
          }
        }),
      )
  }
  return { copied: copiedCount, present, removed: removedCount, failed: failedDigests }
}

/** The size of a file that the portal knows; what it does not know is left to the sweep. */
async function sizeWanted(db: Database, digest: string): Promise<number | undefined> {
  const { rows } = await sql<{ size: number }>`select size from stored_files where digest = ${digest} limit 1`.execute(
    db,
  )
  return rows[0]?.size
}

async function copyFile(from: FileStore, to: FileStore, file: { digest: string; size: number }): Promise<void> {
  const receivedFile = await to.receive(from.read(file.digest) as AsyncIterable<Buffer>, NO_LIMIT)
  if (receivedFile.digest !== file.digest) {
    await receivedFile.discard()
    throw new Error(`its bytes have SHA-256 ${receivedFile.digest}`)
  }
  await to.keep(receivedFile)
}

/** What the command prints. */
export function describeMove({ copied, present, removed, failed }: MovedFiles): string {
  const lines = [`${copied} copied, ${present} were there already, ${removed} removed from where they were.`]
  if (failed.length > 0) lines.push(`${failed.length} failed:`, ...failed.slice(0, 20))
  return `${lines.join('\n')}\n`
}

import { mkdtemp, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The file system in memory of Linux. */
const MEMORY = '/dev/shm'
/** More than the databases of a run need at once. */
const ENOUGH_BYTES = 4 * 2 ** 30

/**
 * A new folder for the files of a database, in memory where there is enough of it. A database has 1,500 files: to create
 * them on a disk takes the processor for a second, longer than most test files need to start the product.
 */
export async function folderInMemory(prefix: string): Promise<string> {
  return mkdtemp(join((await hasEnough()) ? MEMORY : tmpdir(), prefix))
}

async function hasEnough(): Promise<boolean> {
  const room = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return Math.min(room, process.availableMemory()) > ENOUGH_BYTES
}

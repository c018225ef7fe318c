import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { StartupError } from '#kit/server/startup-error.ts'

/** Read as a whole once the search is down to this size. */
const BLOCK = 4_096
/** More than the length of a line: 40 letters, a colon, a count, a line end. */
const LINE = 128

/**
 * Whether a password's SHA-1 is in a file of breached ones, in the format of the well-known downloads: a line
 * `HASH:count` for each, in the order of the hashes. Binary search, some 25 reads for 40 GB; nothing of it is kept in
 * memory.
 */
export async function isBreached(file: string, password: string): Promise<boolean> {
  const wantedHash = createHash('sha1').update(password).digest('hex').toUpperCase()
  const handle = await open(file)
  try {
    let [from, to] = [0, (await handle.stat()).size]
    while (to - from > BLOCK) {
      const middle = Math.floor((from + to) / 2)
      const [, ...lines] = (await read(handle, middle, LINE)).split('\n')
      const first = lines[0] ?? ''
      // The result lies at or after a line that is not greater; where no line begins, before.
      if (first.length >= 40 && hashOf(first) <= wantedHash) from = middle
      else to = middle
    }
    const lines = (await read(handle, from, to - from + LINE)).split('\n')
    return lines.some((line) => hashOf(line) === wantedHash)
  } finally {
    await handle.close()
  }
}

/** Rejects the start with a file that cannot be read or does not begin with a SHA-1. */
export async function requireBreachedFile(file: string): Promise<void> {
  const start = await open(file)
    .then(async (handle) => read(handle, 0, LINE).finally(() => handle.close()))
    .catch((failure: Error) => {
      throw new StartupError(`BREACHED_PASSWORDS_FILE cannot be read: ${failure.message}`)
    })
  if (!/^[0-9A-Fa-f]{40}(:\d+)?\r?(\n|$)/.test(start))
    throw new StartupError(`BREACHED_PASSWORDS_FILE must have lines of a SHA-1 and a count, ${file} has not`)
}

async function read(handle: FileHandle, at: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at)
  return buffer.toString('latin1', 0, bytesRead)
}

function hashOf(line: string): string {
  return line.slice(0, 40).toUpperCase()
}

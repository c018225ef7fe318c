import { createReadStream } from 'node:fs'
import { link, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStore, RemovedAlone } from './file-store.ts'
import { receiveFile } from './received-file.ts'
import { writeFileRange } from './write-into.ts'

/** Bytes read at once. */
const PIECE = 512 * 1024
const UNTOUCHED_MS = 24 * 3_600_000

/** Opens the store in a directory, which is made when first needed. */
export function openFileStore(directory: string): FileStore {
  const incoming = join(directory, 'incoming')
  const folderOf = (digest: string) => join(directory, digest.slice(0, 2))
  const pathOf = (digest: string) => join(folderOf(digest), digest)
  return {
    async receive(source, limit) {
      await mkdir(incoming, { recursive: true })
      return receiveFile(incoming, source, limit)
    },
    async keep(file) {
      const path = pathOf(file.digest)
      await mkdir(folderOf(file.digest), { recursive: true })
      // The same bytes are there already: touched, so that a running sweep does not treat them as unused.
      if (await touchFile(path)) return file.discard()
      await rename(file.path, path)
      await syncFolder(folderOf(file.digest))
    },
    async adopt(path, digest) {
      await mkdir(folderOf(digest), { recursive: true })
      if (await touchFile(pathOf(digest))) return
      await link(path, pathOf(digest)).catch(unlessThere)
      await syncFolder(folderOf(digest))
    },
    sizeOf: (digest) =>
      stat(pathOf(digest)).then(
        ({ size }) => size,
        () => undefined,
      ),
    read: (digest) => createReadStream(pathOf(digest), { highWaterMark: PIECE }),
    writeRange: (digest, range, into) => writeFileRange(pathOf(digest), range, into),
    async *digests() {
      for (const folder of await namesIn(directory))
        if (/^[0-9a-f]{2}$/.test(folder)) yield await namesIn(join(directory, folder))
    },
    remove: (digest) => rm(pathOf(digest), { force: true }),
    addressOf: () => Promise.resolve(undefined),
    async sweep(isWanted, alone) {
      let removedCount = await removeOldFiles(incoming)
      for (const folder of await namesIn(directory)) {
        if (!/^[0-9a-f]{2}$/.test(folder)) continue
        const digests = await namesIn(join(directory, folder))
        const wantedDigests = await isWanted(digests)
        const unwantedDigests = digests.filter((digest) => !wantedDigests.has(digest))
        removedCount += await removeOld(join(directory, folder), unwantedDigests, alone)
      }
      return removedCount
    },
  }
}

async function touchFile(path: string): Promise<boolean> {
  const now = new Date()
  return utimes(path, now, now).then(
    () => true,
    () => false,
  )
}

function unlessThere(failure: NodeJS.ErrnoException): void {
  if (failure.code !== 'EEXIST') throw failure
}

/** Makes a new name in the folder permanent. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}

/** Removes the files of a folder that were not touched for a day; returns their number. */
export async function removeOldFiles(folder: string): Promise<number> {
  return removeOld(folder, await namesIn(folder))
}

async function removeOld(folder: string, names: readonly string[], alone: RemovedAlone = atOnce): Promise<number> {
  let removedCount = 0
  for (const name of names) {
    const path = join(folder, name)
    const isOld = async () => {
      const fileStat = await stat(path).catch(() => undefined)
      return fileStat !== undefined && Date.now() - fileStat.mtimeMs >= UNTOUCHED_MS
    }
    if (!(await isOld())) continue
    const remove = async () => {
      if (!(await isOld())) return false
      await rm(path, { force: true })
      return true
    }
    if (await alone(name, remove)) removedCount += 1
  }
  return removedCount
}

const atOnce: RemovedAlone = (_name, remove) => remove()

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}

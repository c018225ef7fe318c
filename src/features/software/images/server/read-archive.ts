import { createReadStream } from 'node:fs'
import { posix } from 'node:path'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import type { FileStore } from '#kit/server/files/file-store.ts'
import { FileTooLarge } from '#kit/server/files/received-file.ts'
import { ImageFlaw } from './image-flaw.ts'

/** A file of an archive, in the store. */
export type ArchiveFile = { readonly digest: string; readonly size: number }

const MOST_ENTRIES = 20_000

/**
 * Stores every file of a tar archive (gzip or not) and returns them by path. At most `limit` bytes are read from it,
 * however much it was compressed.
 */
export async function readArchive(
  path: string,
  store: FileStore,
  { limit, gzip }: { limit: number; gzip: boolean },
): Promise<ReadonlyMap<string, ArchiveFile>> {
  const files = new Map<string, ArchiveFile>()
  const links = new Map<string, string>()
  let bytesLeft = limit
  const raw = createReadStream(path, { highWaterMark: 512 * 1024 })
  const unpackedStream: Readable = gzip ? raw.pipe(createGunzip()) : raw
  const entries = extract()
  const destroyEntries = (failure: Error) => entries.destroy(failure)
  raw.on('error', destroyEntries)
  unpackedStream.on('error', destroyEntries)
  unpackedStream.pipe(entries)
  try {
    for await (const entry of entries) {
      const { name, type, linkname } = entry.header
      if (files.size + links.size >= MOST_ENTRIES)
        throw new ImageFlaw(`The archive has more than ${MOST_ENTRIES} files.`)
      if (type === 'directory') entry.resume()
      else {
        const place = placeOf(name)
        if (files.has(place) || links.has(place)) throw new ImageFlaw(`The archive has ${place} twice.`)
        if (type === 'symlink' || type === 'link') {
          // A hard link is a path from the root of the archive, a symbolic link one from its own folder.
          links.set(
            place,
            placeOf(type === 'link' ? (linkname ?? '') : posix.join(posix.dirname(place), linkname ?? '')),
          )
          entry.resume()
        } else if (type === 'file' || type === 'contiguous-file') {
          const storedFile = await store.receive(entry as AsyncIterable<Buffer>, bytesLeft)
          bytesLeft -= storedFile.size
          await store.keep(storedFile)
          files.set(place, storedFile)
        } else throw new ImageFlaw(`${place} is a ${type ?? 'special file'}, not a file.`)
      }
    }
  } catch (failure) {
    if (failure instanceof FileTooLarge) throw new ImageFlaw(`The archive holds more than ${limit} bytes.`)
    if (failure instanceof ImageFlaw || !(failure instanceof Error) || 'syscall' in failure) throw failure
    throw new ImageFlaw(`The archive cannot be read: ${failure.message.replace(/\.?$/, '.')}`)
  } finally {
    raw.destroy()
    unpackedStream.destroy()
  }
  for (const [place, target] of links) {
    const file = files.get(target) ?? throwFlaw(`${place} is a link to ${target}, which the archive does not have.`)
    files.set(place, file)
  }
  return files
}

/** The path of an entry inside of the archive; none leads out of it. */
function placeOf(name: string): string {
  const place = posix.normalize(name)
  if (name === '' || place.startsWith('/') || place === '..' || place.startsWith('../') || /[\p{C}\\]/u.test(place))
    throw new ImageFlaw(`The archive has a path that leads out of it: ${name.slice(0, 200)}.`)
  return place
}

function throwFlaw(text: string): never {
  throw new ImageFlaw(text)
}

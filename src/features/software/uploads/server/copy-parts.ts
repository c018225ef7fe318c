import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import {
  type Descriptor,
  ImageFlaw,
  isKnownPart,
  MANIFEST_LIMIT,
  parseManifest,
} from '#features/software/images/server/index.ts'
import { bufferChunks } from '#kit/server/files/gathered.ts'
import { partialFilesOf } from '#kit/server/files/partial-file.ts'
import type { ImageSource } from './image-source.ts'
import type { UploadContext } from './upload-context.ts'

/** An index may name images and indexes of images, not deeper ones. */
const DEEPEST = 2
/** How often a blob is continued after a break without one more byte. */
const TRIES = 3

/** Stores the manifests of an image, from its own down; returns the blobs that they name. Digests are hexadecimal. */
export async function copyManifests(
  { store, portal }: UploadContext,
  source: ImageSource,
  { repository, digest: root }: { repository: string; digest: string },
): Promise<ReadonlyMap<string, Descriptor>> {
  const seenDigests = new Set<string>()
  const blobs = new Map<string, Descriptor>()
  await copy(root, DEEPEST)
  return blobs

  async function copy(digest: string, depth: number): Promise<void> {
    if (seenDigests.has(digest)) return
    seenDigests.add(digest)
    const name = `sha256:${digest}`
    const bytes = (await readKnown(digest)) ?? (await source.manifest(repository, name)).bytes
    const manifest = parseManifest(bytes, name)
    await store.keep(await store.receive([bytes], MANIFEST_LIMIT))
    if (manifest.kind === 'MANIFEST')
      for (const blob of [manifest.config, ...manifest.layers]) blobs.set(blob.digest.slice(7), blob)
    else if (depth === 0) throw new ImageFlaw(`${name} is an index inside of too many others.`)
    else for (const child of manifest.manifests) await copy(child.digest.slice(7), depth - 1)
  }

  async function readKnown(digest: string): Promise<Buffer | undefined> {
    if (!(await isKnownPart(portal.db, digest))) return undefined
    const size = await store.sizeOf(digest)
    return size === undefined || size > MANIFEST_LIMIT ? undefined : buffer(store.read(digest))
  }
}

/**
 * Stores a blob unless the store has it as a part of an image. What a break or a crash left is continued; only bytes with the digest are stored.
 * `onBytes` is called with the bytes that are there.
 */
export async function copyBlob(
  context: UploadContext,
  source: ImageSource,
  blobToCopy: {
    readonly upload: string
    readonly repository: string
    readonly blob: Descriptor
    readonly signal: AbortSignal
  },
  onBytes: (receivedBytes: number) => void,
): Promise<void> {
  const { repository, blob, upload, signal } = blobToCopy
  const { size } = blob
  const digest = blob.digest.slice(7)
  // Only parts of images: a manifest must not give out another file of the store by naming its digest.
  if ((await isKnownPart(context.portal.db, digest)) && (await context.store.sizeOf(digest)) === size)
    return onBytes(size)
  const partial = partialFilesOf(context.portal.config, 'incoming')
  const id = `${upload}.${digest}`
  for (let tries = 0; (await partial.sizeOf(id)) < size || size === 0; ) {
    const before = Math.min(await partial.sizeOf(id), size)
    try {
      await receive(before)
      if (size === 0) break
    } catch (failure) {
      tries = (await partial.sizeOf(id)) > before ? 0 : tries + 1
      signal.throwIfAborted()
      if (failure instanceof ImageFlaw || tries >= TRIES) throw failure
    }
  }
  const actualDigest = await digestOf(partial.pathOf(id))
  if (actualDigest !== digest) {
    await partial.remove(id)
    throw new ImageFlaw(`The registry sent other bytes for ${blob.digest}: their SHA-256 is ${actualDigest}.`)
  }
  await context.store.adopt(partial.pathOf(id), digest)
  await partial.remove(id)
  onBytes(size)

  async function receive(offset: number): Promise<void> {
    const { body, offset: start } = await source.blob(repository, digest, offset)
    const file = await partial.open(id, start)
    let end = start
    try {
      for await (const chunks of bufferChunks(body)) {
        for (const chunk of chunks) end += chunk.length
        if (end > size) throw new ImageFlaw(`${blob.digest} has more than the ${size} bytes that its manifest says.`)
        signal.throwIfAborted()
        await file.write(chunks)
        onBytes(end)
      }
      if (end < size) throw new ImageFlaw(`${blob.digest} has ${end} bytes, but its manifest says ${size}.`)
    } catch (failure) {
      if (failure instanceof ImageFlaw) await file.cut(0)
      throw failure
    } finally {
      body.destroy()
      await file.sync()
      await file.close()
    }
  }
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path, { highWaterMark: 512 * 1024 })) hash.update(piece as Buffer)
  return hash.digest('hex')
}

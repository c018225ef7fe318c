import { buffer } from 'node:stream/consumers'
import * as z from 'zod/mini'
import type { FileStore } from '#kit/server/files/file-store.ts'
import type { ImagePart } from './collect-image.ts'
import { ImageFlaw } from './image-flaw.ts'
import { compressionOf, declaredCompression, unpackedDigest } from './layer-compression.ts'
import { type Descriptor, MANIFEST_LIMIT, parseJson, parseManifest } from './manifest-shapes.ts'

/** Configurations of images that are unpacked; other artifacts have their own rules. */
const imageConfigs: readonly string[] = [
  'application/vnd.oci.image.config.v1+json',
  'application/vnd.docker.container.image.v1+json',
]

const Config = z.object({
  rootfs: z.optional(z.object({ diff_ids: z.nullish(z.array(z.string())) })),
})

/**
 * Looks at the stored parts of an image as a program that unpacks it: each configuration names as many layers as its
 * manifest, and each layer, unpacked as its type says, has the digest of its place. Throws an `ImageFlaw` that names the
 * first that is not so.
 */
export async function requireUnpackable(
  store: FileStore,
  parts: readonly Pick<ImagePart, 'digest' | 'kind'>[],
): Promise<void> {
  /** Layers are shared by images of a platform, and are unpacked once. */
  const diffIdByLayer = new Map<string, string>()
  for (const { digest, kind } of parts) {
    if (kind !== 'MANIFEST') continue
    const name = `sha256:${digest}`
    const manifest = parseManifest(await buffer(store.read(digest)), name)
    if (manifest.kind === 'INDEX' || !imageConfigs.includes(manifest.config.mediaType)) continue
    const { config, layers } = manifest
    const expectedIds = await diffIdsOf(store, config)
    if (expectedIds.length !== layers.length)
      throw new ImageFlaw(
        `${name} cannot be unpacked: it has ${layers.length} layers, and its configuration names ${expectedIds.length}.`,
      )
    for (const [place, layer] of layers.entries()) {
      const diffId = diffIdByLayer.get(layer.digest + layer.mediaType) ?? (await diffIdOf(store, layer))
      if (diffId === undefined) continue
      diffIdByLayer.set(layer.digest + layer.mediaType, diffId)
      if (diffId !== expectedIds[place])
        throw new ImageFlaw(
          `${name} cannot be unpacked: its layer ${place + 1} is ${diffId}, and its configuration says ${expectedIds[place]}.${await whyNot(store, layer)}`,
        )
    }
  }
}

async function diffIdsOf(store: FileStore, { digest, size }: Descriptor): Promise<readonly string[]> {
  if (size > MANIFEST_LIMIT) throw new ImageFlaw(`The configuration ${digest} has more than ${MANIFEST_LIMIT} bytes.`)
  const { data } = z.safeParse(Config, parseJson(await buffer(store.read(hexOf(digest))), digest))
  if (!data) throw new ImageFlaw(`${digest} is not the configuration of an image.`)
  return data.rootfs?.diff_ids ?? []
}

/** Undefined where it cannot be known here. */
async function diffIdOf(store: FileStore, { digest, mediaType }: Descriptor): Promise<string | undefined> {
  const compression = declaredCompression(mediaType)
  if (compression === undefined) return undefined
  try {
    return `sha256:${await unpackedDigest(store, hexOf(digest), compression)}`
  } catch (failure) {
    if (!(failure instanceof Error) || 'syscall' in failure) throw failure
    const reason = failure.message.replace(/\.?$/, '.')
    throw new ImageFlaw(
      `The layer ${digest} cannot be unpacked: ${reason}${await whyNot(store, { digest, mediaType })}`,
    )
  }
}

/** The most frequent reason: bytes of another form than the manifest says. */
async function whyNot(store: FileStore, { digest, mediaType }: Pick<Descriptor, 'digest' | 'mediaType'>) {
  const compression = await compressionOf(store, hexOf(digest))
  if (compression === declaredCompression(mediaType)) return ''
  return ` It is ${compression}, and its manifest calls it ${mediaType.slice(0, 100)}.`
}

function hexOf(digest: string): string {
  return digest.slice(7)
}

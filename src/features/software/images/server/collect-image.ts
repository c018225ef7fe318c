import * as z from 'zod/mini'
import { ImageFlaw } from './image-flaw.ts'
import { type Descriptor, MANIFEST_LIMIT, parseJson, parseManifest } from './manifest-shapes.ts'

/** Where the parts of an image are read from. Digests are hexadecimal SHA-256. */
export type PartSource = {
  /** Number of bytes; undefined when the part is missing. */
  sizeOf(digest: string): Promise<number | undefined>
  bytes(digest: string): Promise<Buffer>
}

/** A manifest or blob of an image. */
export type ImagePart = {
  readonly digest: string
  readonly kind: 'INDEX' | 'MANIFEST' | 'CONFIG' | 'LAYER'
  readonly mediaType: string
  readonly size: number
  readonly platform: string | null
  /** Bytes of a manifest with all that it names. */
  readonly total: number | null
}

/** An image with all its parts, its own manifest first. */
export type CollectedImage = {
  readonly digest: string
  readonly mediaType: string
  readonly size: number
  readonly platforms: readonly string[]
  readonly parts: readonly ImagePart[]
}

const Config = z.object({
  os: z.optional(z.string()),
  architecture: z.optional(z.string()),
  variant: z.optional(z.string()),
})
/** An index may name images and indexes of images, not deeper ones. */
const DEEPEST = 2

/** Reads an image from its root manifest down; throws an `ImageFlaw` that names the first part missing or wrong. */
export async function collectImage(root: string, source: PartSource): Promise<CollectedImage> {
  const parts = new Map<string, ImagePart>()
  await collect(root, source, parts, DEEPEST)
  const all = [...parts.values()]
  const first = parts.get(root)!
  const platforms = all.flatMap(({ kind, platform }) => (kind === 'MANIFEST' && platform ? [platform] : []))
  const size = all.reduce((sum, part) => sum + part.size, 0)
  return {
    digest: root,
    mediaType: first.mediaType,
    size,
    platforms: [...new Set(platforms)].sort(),
    parts: [first, ...all.filter(({ digest }) => digest !== root)],
  }
}

async function collect(
  digest: string,
  source: PartSource,
  parts: Map<string, ImagePart>,
  depth: number,
): Promise<number> {
  const knownPart = parts.get(digest)
  if (knownPart) return knownPart.total ?? knownPart.size
  const name = `sha256:${digest}`
  const size = (await source.sizeOf(digest)) ?? throwMissing(name)
  if (size > MANIFEST_LIMIT) throw new ImageFlaw(`${name} has ${size} bytes, a manifest at most ${MANIFEST_LIMIT}.`)
  const manifest = parseManifest(await source.bytes(digest), name)
  const { kind, mediaType } = manifest
  let total = size
  let platform: string | null = null
  if (manifest.kind === 'INDEX') {
    if (depth === 0) throw new ImageFlaw(`${name} is an index inside of too many others.`)
    for (const child of manifest.manifests) {
      await requireSize(child, source)
      total += await collect(hexOf(child), source, parts, depth - 1)
    }
  } else {
    const { config, layers } = manifest
    for (const blob of [config, ...layers]) {
      await requireSize(blob, source)
      total += blob.size
      const part = { digest: hexOf(blob), mediaType: blob.mediaType, size: blob.size, platform: null, total: null }
      if (!parts.has(part.digest)) parts.set(part.digest, { ...part, kind: blob === config ? 'CONFIG' : 'LAYER' })
    }
    platform = config.size <= MANIFEST_LIMIT ? platformOf(await source.bytes(hexOf(config)), config.digest) : null
  }
  parts.set(digest, { digest, kind, mediaType, size, platform, total })
  return total
}

async function requireSize({ digest, size }: Descriptor, source: PartSource): Promise<void> {
  const there = (await source.sizeOf(digest.slice(7))) ?? throwMissing(digest)
  if (there !== size) throw new ImageFlaw(`${digest} has ${there} bytes, but its manifest says ${size}.`)
}

/** Artifacts that are no images of a platform have another configuration. */
function platformOf(config: Buffer, name: string): string | null {
  if (config.length === 0) return null
  const { data } = z.safeParse(Config, parseJson(config, name))
  if (!data?.os || !data.architecture) return null
  return [data.os, data.architecture, ...(data.variant ? [data.variant] : [])].join('/').slice(0, 100)
}

function hexOf({ digest }: Descriptor): string {
  return digest.slice(7)
}

function throwMissing(name: string): never {
  throw new ImageFlaw(`${name} is missing.`)
}

import * as z from 'zod/mini'
import { excessOf } from '#kit/server/serve/json-size.ts'
import { ImageFlaw } from './image-flaw.ts'

/** The largest manifest, in bytes. */
export const MANIFEST_LIMIT = 4 * 1_048_576
const PART_LIMIT = 1_000

const Descriptor = z.object({
  mediaType: z.string().check(z.maxLength(255)),
  digest: z.string().check(z.regex(/^sha256:[0-9a-f]{64}$/)),
  size: z.int().check(z.minimum(0)),
  platform: z.optional(
    z.object({ os: z.optional(z.string()), architecture: z.optional(z.string()), variant: z.optional(z.string()) }),
  ),
  annotations: z.optional(z.record(z.string(), z.string())),
})
/** The reference to a manifest or blob: its digest, size and type. */
export type Descriptor = z.output<typeof Descriptor>

export const Index = z.object({
  schemaVersion: z.literal(2),
  mediaType: z.optional(z.string()),
  manifests: z.array(Descriptor).check(z.maxLength(PART_LIMIT)),
})
const Manifest = z.object({
  schemaVersion: z.literal(2),
  mediaType: z.optional(z.string()),
  config: Descriptor,
  layers: z.array(Descriptor).check(z.maxLength(PART_LIMIT)),
})

/** An image for one platform, or an index of images. */
export type ParsedManifest =
  | { readonly kind: 'INDEX'; readonly mediaType: string; readonly manifests: readonly Descriptor[] }
  | {
      readonly kind: 'MANIFEST'
      readonly mediaType: string
      readonly config: Descriptor
      readonly layers: readonly Descriptor[]
    }

/** Reads a manifest or an index; throws an `ImageFlaw` that names it when it is neither. */
export function parseManifest(bytes: Buffer, name: string): ParsedManifest {
  const value = parseJson(bytes, name)
  const index = z.safeParse(Index, value)
  if (index.success) {
    const { mediaType = 'application/vnd.oci.image.index.v1+json', manifests } = index.data
    return { kind: 'INDEX', mediaType, manifests }
  }
  const manifest = z.safeParse(Manifest, value)
  if (!manifest.success) throw new ImageFlaw(`${name} is neither an image manifest nor an index.`)
  const { mediaType = 'application/vnd.oci.image.manifest.v1+json', config, layers } = manifest.data
  return { kind: 'MANIFEST', mediaType, config, layers }
}

/** Reads JSON; throws an `ImageFlaw` that names it when it is none. */
export function parseJson(bytes: Buffer, name: string): unknown {
  const text = bytes.toString('utf8')
  if (excessOf(text)) throw new ImageFlaw(`${name} has more values or levels than any manifest.`)
  try {
    return JSON.parse(text)
  } catch {
    throw new ImageFlaw(`${name} is not JSON.`)
  }
}

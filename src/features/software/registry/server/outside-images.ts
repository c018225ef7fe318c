import { buffer } from 'node:stream/consumers'
import * as z from 'zod/mini'
import { type Descriptor, ImageFlaw, parseManifest } from '#features/software/images/server/index.ts'
import type { ImageSource } from '#features/software/uploads/server/index.ts'

/** An image of a registry as its manifests describe it. */
export type OutsideImage = {
  readonly digest: string
  readonly size: number
  readonly platforms: readonly string[]
  /** When it was built; null where its configuration does not say it. */
  readonly built: string | null
  readonly blobs: readonly Descriptor[]
}

const Config = z.object({
  os: z.optional(z.string()),
  architecture: z.optional(z.string()),
  variant: z.optional(z.string()),
  created: z.nullish(z.iso.datetime({ offset: true })),
})
/** Configurations that are read, in bytes. */
const CONFIG_LIMIT = 1_048_576

/** Reads the manifests of an image and the configuration of each platform. */
export async function readOutsideImage(
  source: ImageSource,
  repository: string,
  reference: string,
): Promise<OutsideImage> {
  const { digest, bytes } = await source.manifest(repository, reference)
  const root = parseManifest(bytes, reference)
  const children = root.kind === 'INDEX' ? root.manifests : []
  const read = children.map(async (child) => {
    const manifest = await source.manifest(repository, child.digest)
    return { manifest: parseManifest(manifest.bytes, child.digest), size: manifest.bytes.length }
  })
  const manifests = [{ manifest: root, size: bytes.length }, ...(await Promise.all(read))]
  const blobs = new Map<string, Descriptor>()
  const configs: Descriptor[] = []
  for (const { manifest } of manifests) {
    if (manifest.kind !== 'MANIFEST') continue
    configs.push(manifest.config)
    for (const blob of [manifest.config, ...manifest.layers]) blobs.set(blob.digest, blob)
  }
  const imageConfigs = await Promise.all(configs.map((config) => readConfig(source, repository, config)))
  const sizes = [...manifests, ...blobs.values()].map(({ size }) => size)
  return {
    digest,
    size: sizes.reduce((sum, size) => sum + size, 0),
    platforms: [...new Set(imageConfigs.flatMap(({ platform }) => platform ?? []))].sort(),
    built: imageConfigs.find(({ built }) => built !== null)?.built ?? null,
    blobs: [...blobs.values()],
  }
}

async function readConfig(source: ImageSource, repository: string, { digest, size }: Descriptor) {
  if (size > CONFIG_LIMIT) return { platform: null, built: null }
  const { body } = await source.blob(repository, digest.slice(7), 0)
  const { data } = z.safeParse(Config, parseJson(await buffer(body), digest))
  const platform = data?.os && data.architecture ? [data.os, data.architecture, data.variant] : undefined
  const builtAt = data?.created ? new Date(data.created).toISOString() : null
  return { platform: platform?.filter((part) => part !== undefined).join('/') ?? null, built: builtAt }
}

function parseJson(bytes: Buffer, digest: string): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new ImageFlaw(`${digest} is not JSON.`)
  }
}

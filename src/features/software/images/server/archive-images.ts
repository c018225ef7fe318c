import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import * as z from 'zod/mini'
import type { FileStore } from '#kit/server/files/file-store.ts'
import { isRepository, isTag } from '../contract.ts'
import { type CollectedImage, collectImage, type PartSource } from './collect-image.ts'
import { ImageFlaw } from './image-flaw.ts'
import { compressionOf, layerTypes } from './layer-compression.ts'
import { Index, MANIFEST_LIMIT, parseJson } from './manifest-shapes.ts'
import { type ArchiveFile, readArchive } from './read-archive.ts'
import { requireUnpackable } from './require-unpackable.ts'

/** An image of an archive with the name it has there. */
export type ArchivedImage = { readonly repository: string; readonly tag: string; readonly image: CollectedImage }

type Files = ReadonlyMap<string, ArchiveFile>

/** The manifest.json of `docker save`. */
const SavedManifest = z.array(
  z.object({
    Config: z.string(),
    RepoTags: z.nullish(z.array(z.string())),
    Layers: z.array(z.string()).check(z.maxLength(1_000)),
  }),
)

/**
 * Stores the images of an archive: an OCI layout, or what `docker save` writes. `isKnown` says which parts are stored
 * already, so that an archive may leave them out.
 */
export async function imagesOfArchive(
  archive: { readonly path: string; readonly fileName: string; readonly limit: number; readonly gzip: boolean },
  store: FileStore,
  isKnown: (digest: string) => Promise<boolean>,
): Promise<ArchivedImage[]> {
  const files = await readArchive(archive.path, store, archive)
  requireHonestNames(files)
  const sizeByDigest = new Map([...files.values()].map(({ digest, size }) => [digest, size]))
  const source: PartSource = {
    sizeOf: async (digest) => sizeByDigest.get(digest) ?? ((await isKnown(digest)) ? store.sizeOf(digest) : undefined),
    bytes: (digest) => buffer(store.read(digest)),
  }
  const roots = files.has('index.json')
    ? await rootsOfLayout(files, source)
    : await rootsOfSaved(files, store, source, sizeByDigest)
  if (roots.length === 0) throw new ImageFlaw('The archive names no image.')
  const images: ArchivedImage[] = []
  for (const { digest, names } of roots) {
    const image = await collectImage(digest, source)
    await requireUnpackable(store, image.parts)
    for (const name of names.length > 0 ? names : [undefined]) images.push({ ...nameOf(name, archive.fileName), image })
  }
  return images
}

/** The file of a blob must have the digest that is its name. */
function requireHonestNames(files: Files): void {
  for (const [path, { digest }] of files) {
    const namedDigest = /^blobs\/sha256\/(.+)$/.exec(path)?.[1]
    if (namedDigest !== undefined && namedDigest !== digest)
      throw new ImageFlaw(`The blob sha256:${namedDigest} has another digest: sha256:${digest}.`)
  }
}

type Root = { readonly digest: string; readonly names: readonly string[] }

async function rootsOfLayout(files: Files, source: PartSource): Promise<Root[]> {
  const { data } = z.safeParse(Index, parseJson(await smallFile(files, 'index.json', source), 'index.json'))
  if (!data) throw new ImageFlaw('index.json is not the index of an OCI layout.')
  return data.manifests.map(({ digest, annotations = {} }) => {
    const name = annotations['io.containerd.image.name'] ?? annotations['org.opencontainers.image.ref.name']
    return { digest: digest.slice(7), names: name === undefined ? [] : [name] }
  })
}

async function rootsOfSaved(
  files: Files,
  store: FileStore,
  source: PartSource,
  sizeByDigest: Map<string, number>,
): Promise<Root[]> {
  const { data } = z.safeParse(
    SavedManifest,
    parseJson(await smallFile(files, 'manifest.json', source), 'manifest.json'),
  )
  if (!data) throw new ImageFlaw('manifest.json is not the list of images that docker save writes.')
  const roots: Root[] = []
  for (const { Config, RepoTags, Layers } of data) {
    const layers = await Promise.all(Layers.map((layer) => layerOf(files, layer, store)))
    const manifest = Buffer.from(
      JSON.stringify({
        schemaVersion: 2,
        mediaType: 'application/vnd.oci.image.manifest.v1+json',
        config: descriptorOf(files, Config, 'application/vnd.oci.image.config.v1+json'),
        layers,
      }),
    )
    const digest = createHash('sha256').update(manifest).digest('hex')
    await store.keep(await store.receive([manifest], MANIFEST_LIMIT))
    sizeByDigest.set(digest, manifest.length)
    roots.push({ digest, names: RepoTags ?? [] })
  }
  return roots
}

function descriptorOf(files: Files, path: string, mediaType: string) {
  const file = files.get(path)
  if (!file) throw new ImageFlaw(`${path} is missing in the archive.`)
  return { mediaType, digest: `sha256:${file.digest}`, size: file.size }
}

/** Its type is what its bytes are: docker writes plain layers, other programs compressed ones. */
async function layerOf(files: Files, path: string, store: FileStore) {
  const { digest, ...layer } = descriptorOf(files, path, layerTypes.tar)
  const compression = await compressionOf(store, digest.slice(7))
  if (compression === 'xz' || compression === 'bzip2')
    throw new ImageFlaw(`The layer ${path} is compressed with ${compression}. Layers are plain, gzip or zstd.`)
  return { ...layer, mediaType: layerTypes[compression], digest }
}

async function smallFile(files: Files, path: string, source: PartSource): Promise<Buffer> {
  const file = files.get(path)
  if (!file) throw new ImageFlaw(`The archive has no ${path}: it is neither an OCI layout nor from docker save.`)
  if (file.size > MANIFEST_LIMIT)
    throw new ImageFlaw(`${path} has ${file.size} bytes, at most ${MANIFEST_LIMIT} are read.`)
  return source.bytes(file.digest)
}

/**
 * Repository and tag without the registry: `docker.io/library/busybox:1.36` is `busybox:1.36`. An image without a name
 * is named after its archive.
 */
function nameOf(givenName: string | undefined, fileName: string): { repository: string; tag: string } {
  const archive = fileName.toLowerCase().replace(/(\.oci|\.docker)?\.(tar\.gz|tgz|tar|gz)$/, '')
  const [, base = archive, version = 'latest'] = /^(.+?)[-_](v?\d[\w.-]*)$/.exec(archive) ?? []
  const isTagAlone = givenName !== undefined && !/[/:]/.test(givenName) && isTag(givenName)
  const full = givenName === undefined ? `${base}:${version}` : isTagAlone ? `${base}:${givenName}` : givenName
  const path = full.split('@')[0]!.split('/')
  if (path.length > 1 && /[.:]|^localhost$/.test(path[0]!)) path.shift()
  if (path.length === 2 && path[0] === 'library') path.shift()
  const [repository = '', tag = version] = path.join('/').split(':')
  if (!isRepository(repository)) throw new ImageFlaw(`${full.slice(0, 300)} is not the name of an image.`)
  if (!isTag(tag)) throw new ImageFlaw(`${tag.slice(0, 200)} is not a tag.`)
  return { repository, tag }
}

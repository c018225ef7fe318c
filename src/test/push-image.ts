import type { MadeImage } from './image-archives.ts'

type PushedImage = {
  readonly repository: string
  readonly tag: string
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** Pushes an image, or an index with its images, into a repository of a registry under a tag. */
export async function pushImage(
  registry: string,
  image: MadeImage,
  { repository, tag, headers: own = {} }: PushedImage,
): Promise<void> {
  const manifests: Buffer[] = []
  for (const [digest, bytes] of image.blobs) {
    if (isManifest(bytes)) manifests.push(bytes)
    else await pushBlob(digest, bytes)
  }
  const root = image.blobs.get(image.digest)!
  for (const bytes of manifests) if (bytes !== root) await pushManifest(bytes, `sha256:${digestIn(bytes)}`)
  await pushManifest(root, tag)

  function digestIn(wanted: Buffer): string {
    return [...image.blobs].find(([, bytes]) => bytes === wanted)![0]
  }

  async function pushBlob(digest: string, bytes: Buffer): Promise<void> {
    const begun = await fetch(`${registry}/v2/${repository}/blobs/uploads/`, { method: 'POST', headers: own })
    const address = new URL(begun.headers.get('location') ?? '', registry)
    address.searchParams.set('digest', `sha256:${digest}`)
    await requireCreated(await fetch(address, { method: 'PUT', headers: own, body: new Uint8Array(bytes) }))
  }

  async function pushManifest(bytes: Buffer, reference: string): Promise<void> {
    const headers = { ...own, 'content-type': String(JSON.parse(bytes.toString()).mediaType) }
    const address = `${registry}/v2/${repository}/manifests/${reference}`
    await requireCreated(await fetch(address, { method: 'PUT', headers, body: new Uint8Array(bytes) }))
  }
}

async function requireCreated(response: Response): Promise<void> {
  if (response.status !== 201) throw new Error(`the registry answered ${response.status}: ${await response.text()}`)
}

function isManifest(bytes: Buffer): boolean {
  return bytes[0] === 0x7b && bytes.includes('"schemaVersion"')
}

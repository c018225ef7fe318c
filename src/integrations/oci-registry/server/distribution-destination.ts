import type { Readable } from 'node:stream'
import type { OpenedConnection } from '#features/platform/connections/server/index.ts'
import {
  type ImageDestination,
  type ImageSource,
  placeText,
  registryPlace,
} from '#features/software/uploads/server/index.ts'
import { bufferChunks } from '#kit/server/files/gathered.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import type { RegistryAccess } from './distribution-source.ts'

/** Bytes of a blob that are held and sent at once. */
const PIECE = 8 * 1_048_576

/** The same registry for writing: the pushes of the OCI distribution API, blobs in pieces. */
export function distributionDestination(
  { name, settings }: Pick<OpenedConnection, 'name' | 'settings'>,
  { send, login }: Pick<RegistryAccess, 'send' | 'login'>,
  source: Pick<ImageSource, 'hasBlob'>,
): ImageDestination {
  const { url = '' } = settings
  const place = registryPlace(url)
  const within = place.path === '' ? '' : `${place.path}/`

  return {
    place: placeText(place),
    async putBlob(repository, { digest, size, read }, from) {
      if (await source.hasBlob(repository, digest, size)) return
      const mount =
        from === undefined ? '' : `?${new URLSearchParams({ mount: `sha256:${digest}`, from: within + from })}`
      const target = { repository, from }
      const uploadStart = await write(target, `/v2/${within}${repository}/blobs/uploads/${mount}`, { method: 'POST' })
      if (uploadStart.status === 201) return
      let address = uploadAddress(uploadStart)
      let sentBytes = 0
      for await (const body of piecesOf(read())) {
        const headers = {
          'content-type': 'application/octet-stream',
          'content-range': `${sentBytes}-${sentBytes + body.length - 1}`,
        }
        address = uploadAddress(await write(target, address, { method: 'PATCH', headers, body }))
        sentBytes += body.length
      }
      address.searchParams.set('digest', `sha256:${digest}`)
      await write(target, address, { method: 'PUT' })
    },
    async putManifest(repository, reference, { digest, mediaType, bytes }) {
      const path = `/v2/${within}${repository}/manifests/${reference}`
      const headers = { 'content-type': mediaType }
      const response = await write({ repository }, path, { method: 'PUT', headers, body: bytes })
      const digestThere = response.headers.get('docker-content-digest')
      if (digestThere !== null && digestThere !== `sha256:${digest}`)
        throw new IntegrationError(`${name} stored sha256:${digest} as ${digestThere}.`, { fault: 'garbled' })
    },
  }

  async function write(
    { repository, from }: { repository: string; from?: string | undefined },
    address: string | URL,
    { headers = {}, body, method }: { method: string; headers?: Record<string, string>; body?: Buffer },
  ): Promise<Response> {
    const mountAccess = from === undefined ? [] : [{ repository: within + from, actions: 'pull' } as const]
    const authorization = await login({ repository: within + repository, actions: 'pull,push' }, ...mountAccess)
    return send(
      new Request(new URL(address, url), {
        method,
        headers: { ...headers, ...(authorization ? { authorization } : {}) },
        ...(body ? { body: new Uint8Array(body) } : {}),
      }),
    )
  }

  /** Where an upload goes on. It must be the same host, which gets the credential. */
  function uploadAddress({ headers }: Response): URL {
    const address = URL.parse(headers.get('location') ?? '', url)
    const own = new URL(url)
    if (!headers.has('location') || address?.host !== own.host)
      throw new IntegrationError(`${name} began no upload at its own address.`, { fault: 'garbled' })
    // A registry behind a proxy does not know that it is called over TLS.
    address.protocol = own.protocol
    return address
  }
}

async function* piecesOf(source: Readable): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = []
  let size = 0
  for await (const some of bufferChunks(source))
    for (const chunk of some) {
      chunks.push(chunk)
      size += chunk.length
      if (size < PIECE) continue
      yield Buffer.concat(chunks)
      chunks = []
      size = 0
    }
  if (size > 0) yield Buffer.concat(chunks)
}

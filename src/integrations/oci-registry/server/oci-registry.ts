import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { OpenedConnection } from '#features/platform/connections/server/index.ts'
import { isRepository, isTag } from '#features/software/images/contract.ts'
import type { ImageSource } from '#features/software/uploads/server/index.ts'
import { OutboundRequestBlocked } from '#kit/server/outbound.ts'
import { streamOutside } from '#kit/server/outbound-stream.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import { registryLogin } from './registry-login.ts'

const MANIFESTS = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ')
const Catalog = z.object({ repositories: z.nullish(z.array(z.string())) })
const Tags = z.object({ tags: z.nullish(z.array(z.string())) })
const Failure = z.object({
  errors: z.array(z.object({ code: z.optional(z.string()), message: z.optional(z.string()) })),
})
const PAGE = 1_000
/** Names of repositories or tags that are read at most. */
const MOST_NAMES = 10_000

/** A registry with the OCI distribution API, signed in to with Basic or with tokens. */
export function openOciRegistry(connection: OpenedConnection): ImageSource {
  const { name, settings, portal } = connection
  const { url = '' } = settings
  const named = (settings.repositories ?? '').split(/[\s,]+/).filter((one) => one !== '')
  const send = connection.fetch({
    rate: { perSecond: 50, burst: 200 },
    authorize: () => undefined,
    explain(body) {
      const error = z.safeParse(Failure, body).data?.errors[0]
      return { code: error?.code, text: error?.message, aboutTheThing: error?.code === 'DENIED' }
    },
  })
  const login = registryLogin(connection, send)

  return {
    host: new URL(url).host,
    async test() {
      await get('/v2/')
      for (const repository of named) await tags(repository).catch((failure) => explainRepository(failure, repository))
      if (named.length === 0) await get('/v2/_catalog?n=1')
    },
    repositories: async () =>
      named.length > 0 ? named : (await names('/v2/_catalog', Catalog, 'repositories')).filter(isRepository),
    tags,
    async manifest(repository, reference) {
      const response = await get(`/v2/${repository}/manifests/${reference}`, repository, { accept: MANIFESTS })
      const bytes = Buffer.from(await response.arrayBuffer())
      const digest = createHash('sha256').update(bytes).digest('hex')
      if (reference.startsWith('sha256:') && reference !== `sha256:${digest}`)
        throw new IntegrationError(`${name} sent a manifest with SHA-256 ${digest} for ${reference}.`, {
          fault: 'garbled',
        })
      return { digest, bytes }
    },
    async hasBlob(repository, digest, size) {
      const { status, headers, body } = await stream(repository, digest, { method: 'HEAD' })
      body.destroy()
      return status === 200 && Number(headers['content-length']) === size
    },
    async blob(repository, digest, offset) {
      const range = offset > 0 ? { range: `bytes=${offset}-` } : {}
      const { status, headers, body } = await stream(repository, digest, { headers: range })
      const begin = /^bytes (\d+)-/.exec(headers['content-range'] ?? '')?.[1]
      if (status === 200) return { body, offset: 0 }
      if (status === 206 && begin === String(offset)) return { body, offset }
      body.destroy()
      throw new IntegrationError(`${name} does not send sha256:${digest} (status ${status}).`, {
        fault: status === 404 ? 'missing' : status === 401 ? 'credentials' : 'failing',
        status,
      })
    },
  }

  async function get(path: string, repository?: string, headers: Record<string, string> = {}): Promise<Response> {
    const authorization = await login(repository)
    return send(
      new Request(new URL(path, url), { headers: { ...headers, ...(authorization ? { authorization } : {}) } }),
    )
  }

  async function tags(repository: string): Promise<readonly string[]> {
    return (await names(`/v2/${repository}/tags/list`, Tags, 'tags', repository)).filter(isTag)
  }

  /** All pages of a list; the address of the next one is in the header `link` (RFC 8288). */
  async function names<Name extends string>(
    path: string,
    shape: z.ZodMiniType<{ [key in Name]?: string[] | null | undefined }>,
    field: Name,
    repository?: string,
  ): Promise<string[]> {
    const found: string[] = []
    for (let next: string | undefined = `${path}?n=${PAGE}`; next !== undefined && found.length < MOST_NAMES; ) {
      const response: Response = await get(next, repository)
      found.push(...(shape.safeParse(await response.json()).data?.[field] ?? []))
      const link = /<([^<>]{1,2000})>; {0,9}rel="?next/.exec(response.headers.get('link') ?? '')?.[1]
      const address: URL | null = link === undefined ? null : URL.parse(link, url)
      // A page of another host would get the credential.
      next = address && address.host === new URL(url).host ? `${address.pathname}${address.search}` : undefined
    }
    return found.slice(0, MOST_NAMES)
  }

  async function stream(
    repository: string,
    digest: string,
    { method = 'GET', headers = {} }: { method?: 'GET' | 'HEAD'; headers?: Record<string, string> },
  ) {
    const authorization = await login(repository)
    const address = new URL(`/v2/${repository}/blobs/sha256:${digest}`, url).href
    try {
      return await streamOutside(address, {
        method,
        headers: { ...headers, ...(authorization ? { authorization } : {}) },
        privateHosts: portal.config.privateHosts,
      })
    } catch (failure) {
      if (!(failure instanceof OutboundRequestBlocked)) throw failure
      throw new IntegrationError(`${name} cannot be read: ${failure.message}.`, { fault: 'unreachable' })
    }
  }

  /** The credential was accepted before: what fails now is the repository. */
  function explainRepository(failure: unknown, repository: string): never {
    if (!(failure instanceof IntegrationError) || !['credentials', 'missing', 'rejected'].includes(failure.fault))
      throw failure
    throw new IntegrationError(`${name} has no repository ${repository}, or this user may not pull it.`, {
      fault: 'missing',
      status: failure.status,
    })
  }
}

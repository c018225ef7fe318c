import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { OpenedConnection } from '#features/platform/connections/server/index.ts'
import { isRepository, isTag } from '#features/software/images/contract.ts'
import { type ImageSource, registryPlace } from '#features/software/uploads/server/index.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import type { RegistryLogin } from './registry-login.ts'

const MANIFESTS = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ')
const Catalog = z.object({ repositories: z.nullish(z.array(z.string())) })
const Tags = z.object({ tags: z.nullish(z.array(z.string())) })
const PAGE = 1_000
/** Names of repositories or tags that are read at most. */
const MOST_NAMES = 10_000

/** How one kind of registry is called, signed in to, and asked for its repositories. */
export type RegistryAccess = {
  readonly send: (request: Request) => Promise<Response>
  readonly login: RegistryLogin
  /** Whole names of repositories, where it has another list of them than the catalog. */
  repositories?(): Promise<readonly string[]>
}

/**
 * A registry with the OCI distribution API. A path in its address is the beginning of the names of all repositories that
 * are read, and is left out in them.
 */
export function distributionSource(connection: OpenedConnection, access: RegistryAccess): ImageSource {
  const { name, settings } = connection
  const { url = '' } = settings
  const { send, login } = access
  const { host, path } = registryPlace(url)
  const within = path === '' ? '' : `${path}/`
  const pull = (repository: string) => ({ repository: `${within}${repository}`, actions: 'pull' }) as const
  const namedRepositories = (settings.repositories ?? '').split(/[\s,]+/).filter((one) => one !== '')
  const listRepositories = async () => (await access.repositories?.()) ?? names('/v2/_catalog', Catalog, 'repositories')

  return {
    host: `${host}${path === '' ? '' : `/${path}`}`,
    async test() {
      await get('/v2/')
      for (const repository of namedRepositories)
        await tags(repository).catch((failure) => explainRepository(failure, repository))
      if (namedRepositories.length > 0) return
      if (access.repositories) await access.repositories()
      else await get('/v2/_catalog?n=1')
    },
    async repositories() {
      if (namedRepositories.length > 0) return namedRepositories
      const own = (await listRepositories()).flatMap((one) => (one.startsWith(within) ? one.slice(within.length) : []))
      return own.filter(isRepository)
    },
    tags,
    async manifest(repository, reference) {
      const response = await get(`/v2/${within}${repository}/manifests/${reference}`, repository, { accept: MANIFESTS })
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
    const authorization = await (repository === undefined ? login() : login(pull(repository)))
    return send(
      new Request(new URL(path, url), { headers: { ...headers, ...(authorization ? { authorization } : {}) } }),
    )
  }

  async function tags(repository: string): Promise<readonly string[]> {
    return (await names(`/v2/${within}${repository}/tags/list`, Tags, 'tags', repository)).filter(isTag)
  }

  /** All pages of a list; the address of the next one is in the header `link` (RFC 8288). */
  async function names<Name extends string>(
    path: string,
    shape: z.ZodMiniType<{ [key in Name]?: string[] | null | undefined }>,
    field: Name,
    repository?: string,
  ): Promise<string[]> {
    const allNames: string[] = []
    for (let next: string | undefined = `${path}?n=${PAGE}`; next !== undefined && allNames.length < MOST_NAMES; ) {
      const response: Response = await get(next, repository)
      allNames.push(...(shape.safeParse(await response.json()).data?.[field] ?? []))
      const link = /<([^<>]{1,2000})>; {0,9}rel="?next/.exec(response.headers.get('link') ?? '')?.[1]
      const address: URL | null = link === undefined ? null : URL.parse(link, url)
      // A page of another host would get the credential.
      next = address && address.host === new URL(url).host ? `${address.pathname}${address.search}` : undefined
    }
    return allNames.slice(0, MOST_NAMES)
  }

  async function stream(
    repository: string,
    digest: string,
    { method = 'GET', headers = {} }: { method?: 'GET' | 'HEAD'; headers?: Record<string, string> },
  ) {
    const authorization = await login(pull(repository))
    const address = new URL(`/v2/${within}${repository}/blobs/sha256:${digest}`, url).href
    return connection.stream(address, { method, headers: { ...headers, ...(authorization ? { authorization } : {}) } })
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

import * as z from 'zod/mini'
import type { OpenedConnection } from '#features/platform/connections/server/index.ts'
import { type ImageSource, registryPlace } from '#features/software/uploads/server/index.ts'
import { distributionSource, explainRegistry, loginWithToken } from '#integrations/oci-registry/server/index.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import { serviceAccountToken } from './service-account-token.ts'

const Images = z.object({
  dockerImages: z.nullish(z.array(z.object({ uri: z.string() }))),
  nextPageToken: z.nullish(z.string()),
})
/** The error of an API of Google, and that of its token server. */
const ApiFailure = z.object({ error: z.object({ status: z.nullish(z.string()), message: z.nullish(z.string()) }) })
const TokenFailure = z.object({ error: z.string(), error_description: z.nullish(z.string()) })
const PAGE = 1_000
/** Pages of images that are read at most: each has a row for every digest. */
const MOST_PAGES = 50

/** A repository of Google: its images as in any registry, the sign-in with a service account, the list from the API. */
export function openGoogleRegistry(connection: OpenedConnection): ImageSource {
  const { name, settings } = connection
  const { url = '', location = '', api } = settings
  const { path } = registryPlace(url)
  const [project = '', repository = ''] = path.split('/')
  const send = connection.fetch({
    rate: { perSecond: 20, burst: 100 },
    authorize: () => undefined,
    explain(body) {
      const token = z.safeParse(TokenFailure, body).data
      if (token) return { code: token.error, text: token.error_description ?? undefined }
      const error = z.safeParse(ApiFailure, body).data?.error
      return error ? { code: error.status ?? undefined, text: error.message ?? undefined } : explainRegistry(body)
    },
  })
  const tokenOf = serviceAccountToken(connection, send)
  const bearer = loginWithToken(async () => {
    const { token, until } = await tokenOf()
    return { authorization: `Bearer ${token}`, until }
  })
  const login = async () => {
    const token = ((await bearer()) ?? '').slice('Bearer '.length)
    return `Basic ${Buffer.from(`oauth2accesstoken:${token}`).toString('base64')}`
  }
  return distributionSource(connection, { send, login, repositories })

  /** The images of the repository by their whole names; the API lists each once for every digest. */
  async function repositories(): Promise<readonly string[]> {
    if (repository === '')
      throw new IntegrationError(`The address of ${name} lacks a project and a repository.`, { fault: 'missing' })
    const repositoryNames = new Set<string>()
    const address = new URL(
      `/v1/projects/${project}/locations/${location}/repositories/${repository}/dockerImages?pageSize=${PAGE}`,
      api || 'https://artifactregistry.googleapis.com',
    )
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const authorization = (await bearer()) ?? ''
      const response = await send(new Request(address, { headers: { authorization } }))
      const { data } = z.safeParse(Images, await response.json())
      if (!data) throw new IntegrationError(`${name} sent no valid list of images.`, { fault: 'garbled' })
      for (const { uri } of data.dockerImages ?? []) repositoryNames.add(uri.slice(uri.indexOf('/') + 1).split('@')[0]!)
      if (!data.nextPageToken) break
      address.searchParams.set('pageToken', data.nextPageToken)
    }
    return [...repositoryNames]
  }
}

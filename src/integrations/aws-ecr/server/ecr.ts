import * as z from 'zod/mini'
import type { OpenedConnection } from '#features/platform/connections/server/index.ts'
import type { ImageSource } from '#features/software/uploads/server/index.ts'
import { distributionSource, explainRegistry, loginWithToken } from '#integrations/oci-registry/server/index.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import { callEcr } from './call-ecr.ts'

const Tokens = z.object({
  authorizationData: z.array(
    z.object({
      /** Base64 of user name and password, as Basic has it. */
      authorizationToken: z.string(),
      /** Seconds since 1970. */
      expiresAt: z.number(),
    }),
  ),
})
const Repositories = z.object({
  repositories: z.nullish(z.array(z.object({ repositoryName: z.string() }))),
  nextToken: z.nullish(z.string()),
})
const Failure = z.object({ __type: z.string(), message: z.nullish(z.string()), Message: z.nullish(z.string()) })
const PAGE = 1_000
/** Pages of repositories that are read at most. */
const MOST_PAGES = 10

/** A private registry of AWS: its images as in any registry, its sign-in and its repositories from the API of ECR. */
export function openEcr(connection: OpenedConnection): ImageSource {
  const { name } = connection
  const send = connection.fetch({
    rate: { perSecond: 20, burst: 100 },
    authorize: () => undefined,
    explain(body) {
      const { data } = z.safeParse(Failure, body)
      if (!data) return explainRegistry(body)
      return { code: data.__type.slice(data.__type.indexOf('#') + 1), text: data.message ?? data.Message ?? undefined }
    },
  })
  const call = callEcr(connection, send)
  const login = loginWithToken(async () => {
    const [first] = (await call('GetAuthorizationToken', {}, Tokens)).authorizationData
    if (!first) throw new IntegrationError(`${name} sent no authorization token.`, { fault: 'garbled' })
    return { authorization: `Basic ${first.authorizationToken}`, until: first.expiresAt * 1000 }
  })
  return distributionSource(connection, { send, login, repositories })

  async function repositories(): Promise<readonly string[]> {
    const names: string[] = []
    let nextToken: string | undefined
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const input = { maxResults: PAGE, ...(nextToken ? { nextToken } : {}) }
      const reply = await call('DescribeRepositories', input, Repositories)
      names.push(...(reply.repositories ?? []).map(({ repositoryName }) => repositoryName))
      nextToken = reply.nextToken ?? undefined
      if (!nextToken) break
    }
    return names
  }
}

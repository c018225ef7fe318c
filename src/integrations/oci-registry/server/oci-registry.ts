import * as z from 'zod/mini'
import type { OpenedConnection } from '#features/platform/connections/server/index.ts'
import type { ImageSource } from '#features/software/uploads/server/index.ts'
import { distributionSource } from './distribution-source.ts'
import { registryLogin } from './registry-login.ts'

const Failure = z.object({
  errors: z.array(z.object({ code: z.optional(z.string()), message: z.optional(z.string()) })),
})

/** What the error of a registry means (OCI distribution specification). */
export function explainRegistry(body: unknown) {
  const error = z.safeParse(Failure, body).data?.errors[0]
  return { code: error?.code, text: error?.message, aboutTheThing: error?.code === 'DENIED' }
}

/** A registry that is signed in to with Basic or with tokens, as it asks. */
export function openOciRegistry(connection: OpenedConnection): ImageSource {
  const send = connection.fetch({
    rate: { perSecond: 50, burst: 200 },
    authorize: () => undefined,
    explain: explainRegistry,
  })
  return distributionSource(connection, { send, login: registryLogin(connection, send) })
}

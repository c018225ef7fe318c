import * as z from 'zod/mini'
import type { OpenedConnection } from '#features/platform/connections/server/index.ts'
import type { ImageSource } from '#features/software/uploads/server/index.ts'
import { distributionDestination } from './distribution-destination.ts'
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

/** The time limit for a piece of a blob. */
const PUSH_MS = 120_000

/** A registry that is signed in to with Basic or with tokens, as it asks. */
export function openOciRegistry(connection: OpenedConnection): ImageSource {
  const vendor = { rate: { perSecond: 50, burst: 200 }, authorize: () => undefined, explain: explainRegistry }
  const send = connection.fetch(vendor)
  const login = registryLogin(connection, send)
  const source = distributionSource(connection, { send, login })
  if (connection.settings.customers !== 'REGISTRY') return source
  const push = connection.fetch({ ...vendor, timeoutMs: PUSH_MS })
  return { ...source, destination: distributionDestination(connection, { send: push, login }, source) }
}

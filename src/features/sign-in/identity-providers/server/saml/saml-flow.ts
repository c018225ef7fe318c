import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '#kit/server/portal.ts'
import type { AttemptLog } from '../attempts/attempt-log.ts'
import { originOf } from '../embedded/open-provider.ts'
import type { Provider, SamlSettings } from '../providers.ts'
import { keepRequest } from './saml-requests.ts'
import { serviceProvider, serviceProviderSettings } from './service-provider.ts'

type SamlRedirect = {
  readonly request: FastifyRequest
  readonly provider: Provider
  readonly saml: SamlSettings
  readonly log: AttemptLog | undefined
  readonly again: boolean
  readonly probe: boolean
}

/**
 * The address to redirect a browser to with our request (HTTP-Redirect binding), and the relay state that identifies
 * it.
 */
export async function buildSamlRedirect(
  portal: AppContext,
  { request, provider, saml, log, again, probe }: SamlRedirect,
): Promise<{ readonly url: URL; readonly relayState: string } | undefined> {
  // An XML id cannot start with a digit; the relay state may have 80 bytes.
  const requestId = `_${randomBytes(20).toString('hex')}`
  const relayState = randomBytes(32).toString('base64url')
  await keepRequest(portal.db, { id: requestId, relayState, provider: provider.id, attempt: log?.id, test: probe })
  const we = serviceProviderSettings(originOf(portal, request), provider.id, saml.entityId)
  const sp = await serviceProvider(saml, we, { requestId, forced: again })
  log?.note({ step: 'discovery', values: { address: saml.entryPoint } })
  return { url: new URL(await sp.getAuthorizeUrlAsync(relayState, undefined, {})), relayState }
}

import { X509Certificate } from 'node:crypto'
import { accountsOfDomain, isForbiddenDomain } from '#features/sign-in/domains/server/index.ts'
import { type SignInIssue, signInIssues } from '#features/sign-in/identity-providers/contract.ts'
import {
  diagnoseDiscovery,
  discover,
  type OpenIdSettings,
  type Provider,
  problemOfUs,
} from '#features/sign-in/identity-providers/server/index.ts'
import { outboundFetch } from '#kit/server/outbound-fetch.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { Check } from '../contract.ts'

const CLOCK_SKEW_SECONDS = 60

/** Whether users of the domain are routed to the provider, and whether its settings work. */
export async function checkProvider(portal: AppContext, provider: Provider, domain: string): Promise<Check[]> {
  const { name, outside, saml } = provider
  if (!outside && !saml) return [failedCheck('routing', 'domain-not-routed', { domain })]
  const routing = provider.enabled
    ? passedCheck('routing', { domain, name })
    : failedCheck('routing', 'disabled', { domain, name })
  const checks = outside ? await checkOpenId(portal, provider.id, outside) : checkCertificates(saml?.certificates ?? [])
  return [routing, ...checks]
}

/** Whether the domain may sign in at all, and which account its new users join. */
export async function checkDomain({ db }: AppContext, provider: Provider, domain: string): Promise<Check[]> {
  if (await isForbiddenDomain(db, domain)) return [failedCheck('person', 'domain-forbidden', { domain })]
  if (!provider.allowUserCreation || provider.useExternalAcl) return []
  const { length } = await accountsOfDomain(db, domain)
  if (length === 1) return []
  return [{ ...failedCheck('person', length === 0 ? 'no-account' : 'several-accounts', { domain }), ok: true }]
}

/** An error, with the setting to change. */
export function failedCheck(step: Check['step'], finding: SignInIssue, values: Check['values'] = {}): Check {
  return { step, ok: false, finding, setting: signInIssues[finding], values }
}

function passedCheck(step: Check['step'], values: Check['values'] = {}): Check {
  return { step, ok: true, finding: null, setting: null, values }
}

/**
 * Checks an OpenID provider's current discovery document, whether it accepts the client, and whether its clock matches.
 */
async function checkOpenId({ config, publicUrl }: AppContext, id: string, outside: OpenIdSettings): Promise<Check[]> {
  try {
    const configuration = await discover(outside, config.privateHosts)
    const redirect = `${new URL(publicUrl()).origin}/login/oauth2/code/${id}`
    const finding = await problemOfUs({ config }, configuration, outside, redirect)
    const { clientId, issuer } = outside
    return [
      passedCheck('discovery', { issuer }),
      finding ? failedCheck('authorization', finding, { clientId }) : passedCheck('authorization'),
      ...(await checkClock(
        configuration.serverMetadata().jwks_uri ?? issuer,
        outside.trusted ? fetch : outboundFetch(config.privateHosts),
      )),
    ]
  } catch (failure) {
    const { finding = 'unreachable', values } = diagnoseDiscovery(failure, outside)
    return [failedCheck('discovery', finding, values)]
  }
}

/** By the Date header of a response (RFC 9110 §6.6.1). */
async function checkClock(url: string, ask: (url: string) => Promise<Response>): Promise<Check[]> {
  const began = Date.now()
  const serverTime = Date.parse((await ask(url)).headers.get('date') ?? '')
  const away = Math.round(Math.max(began - serverTime, serverTime - Date.now()) / 1_000)
  return away > CLOCK_SKEW_SECONDS ? [failedCheck('claims', 'clock-skew', { seconds: String(away) })] : []
}

function checkCertificates(pems: readonly string[]): Check[] {
  const until = pems.map((pem) => Date.parse(new X509Certificate(pem).validTo))
  const last = Math.max(...until)
  if (last <= Date.now())
    return [failedCheck('signature', 'certificate-expired', { until: new Date(last).toISOString() })]
  return [passedCheck('signature', { until: new Date(last).toISOString() })]
}

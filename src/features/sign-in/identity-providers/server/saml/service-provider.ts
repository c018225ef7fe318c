import type { SAML } from '@node-saml/node-saml'
import type { SamlSettings } from '../providers.ts'

const CLOCK_SKEW_MS = 60_000
const RESPONSE_WITHIN_MS = 30 * 60_000

/** The portal's name for both sides and where its responses go. */
export type ServiceProviderSettings = { readonly entityId: string; readonly acsUrl: string }

/** The portal's name for a provider, and where that provider's responses go. */
export function serviceProviderSettings(origin: string, id: string, entityId?: string): ServiceProviderSettings {
  return { entityId: entityId ?? `${origin}/login/saml2/metadata/${id}`, acsUrl: `${origin}/login/saml2/acs/${id}` }
}

/**
 * The portal as a SAML 2.0 service provider for one request: only a response to this request is accepted, with a signed
 * assertion, for this audience, within its time (60 s of skew).
 */
export async function serviceProvider(
  { issuer, entryPoint, certificates }: SamlSettings,
  { entityId, acsUrl }: ServiceProviderSettings,
  { requestId, forced = false }: { requestId: string; forced?: boolean },
): Promise<SAML> {
  // Loaded at its first use: a tenth of the memory of an idle portal, which most portals never need.
  const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml')
  const requestTime = new Date().toISOString()
  return new SAML({
    issuer: entityId,
    callbackUrl: acsUrl,
    entryPoint,
    idpIssuer: issuer,
    idpCert: [...certificates],
    audience: entityId,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    forceAuthn: forced,
    wantAssertionsSigned: true,
    // The assertion has its own signature; nothing of the envelope around it is trusted.
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: CLOCK_SKEW_MS,
    generateUniqueId: () => requestId,
    validateInResponseTo: ValidateInResponseTo.always,
    requestIdExpirationPeriodMs: RESPONSE_WITHIN_MS,
    cacheProvider: {
      saveAsync: async (_key, value) => ({ value, createdAt: Date.now() }),
      getAsync: async (key) => (key === requestId ? requestTime : null),
      removeAsync: async (key) => key,
    },
  })
}

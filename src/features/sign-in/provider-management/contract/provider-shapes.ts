import * as z from 'zod/mini'
import { ClaimMapping } from '#features/sign-in/identity-providers/contract.ts'
import { notBlank, oneLine } from '#kit/contract/one-line.ts'

/** The types that can be set up here; EMBEDDED is the portal's own directory, which always exists. */
export const outsideTypes = ['OKTA', 'OIDC', 'SAML'] as const
export const providerTypes = [...outsideTypes, 'EMBEDDED'] as const

/** Ids are part of addresses that are registered at the other side, so they never change. */
export const providerId = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,31}$/))

const line = (most: number) => z.nullable(oneLine(most).check(z.minLength(1)))
const address = line(1_000)

/** The settings of a provider. Secrets are written and never read; null deletes them. */
export const providerFields = {
  name: oneLine(80).check(notBlank),
  type: z.enum(outsideTypes),
  externalUuid: line(200),
  issuer: address,
  clientId: line(200),
  clientSecret: line(1_000),
  scopes: z.array(z.string().check(z.regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/))).check(z.maxLength(20)),
  /** E-mail domains whose users are routed there; `*` for every domain that no other provider has. */
  domains: z.array(z.string().check(z.minLength(1), z.maxLength(255))).check(z.maxLength(200)),
  allowUserCreation: z.boolean(),
  useExternalAcl: z.boolean(),
  /** Addresses of its own domains (not of `*`) count as verified where it does not say whether they are. */
  trustsRoutedAddresses: z.boolean(),
  claimMapping: ClaimMapping,
  enabled: z.boolean(),
  entryPoint: address,
  entityId: address,
  /** PEM; more than one while the provider changes its key. */
  certificates: z.array(z.string().check(z.maxLength(10_000))).check(z.maxLength(5)),
  managementUrl: address,
  managementSecret: line(5_000),
  /** What the directory shows with its notifications. */
  eventsSecret: z.nullable(z.string().check(z.minLength(16), z.maxLength(200), z.regex(/^[\x21-\x7e]+$/))),
  /** The directory's id of the group whose users need a second factor. */
  factorGroup: z.nullable(z.string().check(z.regex(/^[\w-]{1,64}$/))),
}

const {
  clientSecret: _secret,
  managementSecret: _token,
  eventsSecret: _shared,
  certificates: _pems,
  type: _type,
  ...shownFields
} = providerFields

/** The state of the connection to an external directory. */
export const DirectoryState = z.object({
  /** When its events were last requested, and why that failed. */
  askedAt: z.nullable(z.iso.datetime()),
  error: z.nullable(z.string()),
  /** When it last sent a notification. */
  receivedAt: z.nullable(z.iso.datetime()),
  /** Since when it fails so often that requests pause. */
  unstableSince: z.nullable(z.iso.datetime()),
})

/** A provider as its administrators see it. */
export const IdentityProvider = z.object({
  ...shownFields,
  id: z.string(),
  type: z.enum(providerTypes),
  /** Whether a secret is stored; its value is never returned. */
  clientSecretSet: z.boolean(),
  managementSecretSet: z.boolean(),
  eventsSecretSet: z.boolean(),
  certificates: z.array(z.object({ pem: z.string(), subject: z.string(), validUntil: z.iso.datetime() })),
  /** Where it is set up: here, in the operator's environment, or built in; only one set up here can be changed. */
  origin: z.enum(['PORTAL', 'ENVIRONMENT', 'EMBEDDED']),
  /** What must be registered at the other side: the redirect URI, and (SAML) the portal's metadata. */
  returnUrl: z.string(),
  metadataUrl: z.nullable(z.string()),
  /** Where a directory sends its events (Okta's event hooks). */
  eventsUrl: z.nullable(z.string()),
  /** Null where the portal does not manage users. */
  directory: z.nullable(DirectoryState),
  /**
   * Whether a sign-in through it passed since its connection last changed; without one a typed confirmation enables it.
   */
  tested: z.boolean(),
  /** Users who sign in with it. */
  users: z.int(),
  /** Users whose addresses are routed to it, and who still have a credential here, so that it cannot authenticate them. */
  usersHere: z.int(),
  lastAttempt: z.nullable(z.object({ at: z.iso.datetime(), outcome: z.string() })),
  version: z.int(),
  updatedAt: z.nullable(z.iso.datetime()),
})
export type IdentityProvider = z.output<typeof IdentityProvider>

type Settings = Pick<IdentityProvider, 'type' | 'issuer' | 'clientId' | 'entryPoint'> & {
  readonly certificates: readonly unknown[]
}

/** The settings without which no user can be sent to the provider. */
export function missingSettings(provider: Settings): ('issuer' | 'clientId' | 'entryPoint' | 'certificates')[] {
  if (provider.type === 'EMBEDDED') return []
  const neededFields =
    provider.type === 'SAML' ? (['issuer', 'entryPoint', 'certificates'] as const) : (['issuer', 'clientId'] as const)
  return neededFields.filter(
    (field) => !provider[field] || (field === 'certificates' && provider.certificates.length === 0),
  )
}

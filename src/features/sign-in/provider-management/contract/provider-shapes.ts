import * as z from 'zod/mini'
import { ClaimMapping } from '#features/sign-in/identity-providers/contract.ts'
import { notBlank, oneLine } from '#kit/contract/one-line.ts'

/** The types that can be set up here; EMBEDDED is the portal's own directory, always there. */
export const outsideTypes = ['OKTA', 'OIDC', 'SAML'] as const
export const providerTypes = [...outsideTypes, 'EMBEDDED'] as const

/** Ids stand in addresses that the other side is told, so they never change. */
export const providerId = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,31}$/))

const line = (most: number) => z.nullable(oneLine(most).check(z.minLength(1)))
const address = line(1_000)

/** What can be set of a provider. Secrets are written and never read; null takes them away. */
export const providerFields = {
  name: oneLine(80).check(notBlank),
  type: z.enum(outsideTypes),
  externalUuid: line(200),
  issuer: address,
  clientId: line(200),
  clientSecret: line(1_000),
  scopes: z.array(z.string().check(z.regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/))).check(z.maxLength(20)),
  /** E-mail domains whose people are sent there; `*` for everybody whom no other provider has. */
  domains: z.array(z.string().check(z.minLength(1), z.maxLength(255))).check(z.maxLength(200)),
  allowUserCreation: z.boolean(),
  useExternalAcl: z.boolean(),
  claimMapping: ClaimMapping,
  enabled: z.boolean(),
  entryPoint: address,
  entityId: address,
  /** PEM; more than one while the provider changes its key. */
  certificates: z.array(z.string().check(z.maxLength(10_000))).check(z.maxLength(5)),
  managementUrl: address,
  managementSecret: line(5_000),
  /** What the directory shows with what it tells by itself. */
  eventsSecret: z.nullable(z.string().check(z.minLength(16), z.maxLength(200), z.regex(/^[\x21-\x7e]+$/))),
  /** The directory's own id of the group whose people it asks for a second factor. */
  factorGroup: z.nullable(z.string().check(z.regex(/^[\w-]{1,64}$/))),
}

const {
  clientSecret: _secret,
  managementSecret: _token,
  eventsSecret: _shared,
  certificates: _pems,
  type: _type,
  ...told
} = providerFields

/** How the portal and an outside directory get on. */
export const DirectoryState = z.object({
  /** When it was last asked what happened, and why that failed. */
  askedAt: z.nullable(z.iso.datetime()),
  error: z.nullable(z.string()),
  /** When it last told something by itself. */
  heardAt: z.nullable(z.iso.datetime()),
  /** Since when it fails so often that it is left alone in between. */
  unstableSince: z.nullable(z.iso.datetime()),
})

/** A provider as those who manage it see it. */
export const IdentityProvider = z.object({
  ...told,
  id: z.string(),
  type: z.enum(providerTypes),
  /** Whether a secret is kept; what it is, is told to nobody. */
  clientSecretSet: z.boolean(),
  managementSecretSet: z.boolean(),
  eventsSecretSet: z.boolean(),
  certificates: z.array(z.object({ pem: z.string(), subject: z.string(), validUntil: z.iso.datetime() })),
  /** Where it is set up: here, in the operator's environment, or built in; only what is set up here can be changed. */
  origin: z.enum(['PORTAL', 'ENVIRONMENT', 'EMBEDDED']),
  /** What the other side has to be told: where people come back to, and (SAML) the portal's own description. */
  returnUrl: z.string(),
  metadataUrl: z.nullable(z.string()),
  /** Where a directory tells what happened in it (Okta's event hooks). */
  eventsUrl: z.nullable(z.string()),
  /** Null where the portal manages nobody. */
  directory: z.nullable(DirectoryState),
  /** Whether a sign-in through it passed since its connection was last changed; without one it is enabled by a typed confirmation. */
  tested: z.boolean(),
  /** People who sign in with it. */
  users: z.int(),
  /** People whose addresses are sent to it, and who still have a credential here, so that it cannot vouch for them. */
  usersHere: z.int(),
  lastAttempt: z.nullable(z.object({ at: z.iso.datetime(), outcome: z.string() })),
  version: z.int(),
  updatedAt: z.nullable(z.iso.datetime()),
})
export type IdentityProvider = z.output<typeof IdentityProvider>

type Settings = Pick<IdentityProvider, 'type' | 'issuer' | 'clientId' | 'entryPoint'> & {
  readonly certificates: readonly unknown[]
}

/** The settings without which nobody can be sent to the provider. */
export function missingSettings(provider: Settings): ('issuer' | 'clientId' | 'entryPoint' | 'certificates')[] {
  if (provider.type === 'EMBEDDED') return []
  const needed =
    provider.type === 'SAML' ? (['issuer', 'entryPoint', 'certificates'] as const) : (['issuer', 'clientId'] as const)
  return needed.filter((field) => !provider[field] || (field === 'certificates' && provider.certificates.length === 0))
}

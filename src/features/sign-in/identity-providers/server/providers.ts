import type { Selectable } from 'kysely'
import type { IdentityProviders } from '#database/schema.generated.ts'
import { providerForDomain } from '#features/users/sign-in-mail/server/index.ts'
import type { EncryptedColumn } from '#kit/server/encrypted-column.ts'
import type { Encryptor } from '#kit/server/encryption.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { ClaimMapping } from '../contract.ts'

/** An OpenID provider of a third party. */
export type OpenIdSettings = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | undefined
  readonly scopes: readonly string[]
  /** Set by the operator in the environment, so that it may have any address. */
  readonly trusted: boolean
}

/** A SAML 2.0 identity provider; `entityId` is the name by which it knows the portal, when it is not the default. */
export type SamlSettings = {
  readonly issuer: string
  readonly entryPoint: string
  readonly certificates: readonly string[]
  readonly entityId: string | undefined
}

/** An identity provider for sign-in; with neither `outside` nor `saml` it is the embedded one. */
export type Provider = {
  readonly id: string
  readonly name: string
  readonly domains: readonly string[]
  readonly enabled: boolean
  readonly allowUserCreation: boolean
  readonly useExternalAcl: boolean
  /** Whether an address of one of its own domains counts as verified where the provider does not say. */
  readonly trustsRoutedAddresses: boolean
  readonly claimMapping: ClaimMapping
  readonly outside?: OpenIdSettings
  readonly saml?: SamlSettings
}

/** Every enabled provider: those in the database, the one in the environment, the embedded one last. */
export async function providersOf(portal: AppContext, encrypt: Encryptor): Promise<readonly Provider[]> {
  return (await everyProvider(portal, encrypt)).filter(({ enabled }) => enabled)
}

/** Disabled ones too, for tests; none with incomplete settings. */
export async function everyProvider({ db, config }: AppContext, encrypt: Encryptor): Promise<readonly Provider[]> {
  const rows = await db.selectFrom('identity_providers').selectAll().orderBy('id').execute()
  const outside = rows.flatMap((row) => fromRow(row, encrypt) ?? [])
  if (config.oidc) outside.push(fromEnvironment(config.oidc))
  return [...outside, { ...plainProvider, id: embeddedId(rows), name: config.portalName, enabled: true }]
}

/** The embedded provider has the id `okta` until an external one has it (decisions 2.1). */
export function embeddedId(outside: readonly { readonly id: string; readonly enabled: boolean }[]): string {
  return outside.some(({ id, enabled }) => id === 'okta' && enabled) ? 'embedded' : 'okta'
}

/** The issuer that, with a subject, identifies a user of the provider; undefined for the embedded one. */
export function issuerOf({ outside, saml }: Provider): string | undefined {
  return (outside ?? saml)?.issuer
}

/** The provider for an e-mail address; the embedded one when no other matches. */
export function providerFor(providers: readonly Provider[], email: string): Provider {
  return providerForDomain(providers, email) ?? providers.at(-1)!
}

const plainProvider = {
  domains: [],
  allowUserCreation: false,
  useExternalAcl: false,
  trustsRoutedAddresses: true,
  claimMapping: {},
} as const

function fromRow(row: Selectable<IdentityProviders>, encrypt: Encryptor): Provider | undefined {
  const { id, name, domains, enabled: isEnabled, issuer } = row
  const mapping = ClaimMapping.safeParse(row.claim_mapping)
  const provider = {
    id,
    name,
    domains,
    enabled: isEnabled,
    allowUserCreation: row.allow_user_creation,
    useExternalAcl: row.use_external_acl,
    trustsRoutedAddresses: row.trusts_routed_addresses,
    claimMapping: mapping.success ? mapping.data : {},
  }
  if (!issuer) return undefined
  if (row.type === 'SAML') {
    const { entry_point: entryPoint, certificates, entity_id: entityId } = row
    if (!entryPoint || certificates.length === 0) return undefined
    return { ...provider, saml: { issuer, entryPoint, certificates, entityId: entityId ?? undefined } }
  }
  if (!row.client_id || row.type === 'EMBEDDED') return undefined
  const clientSecret = row.client_secret ? encrypt.open(row.client_secret, secretOf(id)) : undefined
  return { ...provider, outside: { issuer, clientId: row.client_id, clientSecret, scopes: row.scopes, trusted: false } }
}

/**
 * The purpose for which a provider's client secret, that of its management API, or that of its event hooks is
 * encrypted.
 */
export function secretOf(id: string, use: 'sign-in' | 'management' | 'events' = 'sign-in'): string {
  return use === 'sign-in' ? `identity provider ${id}` : `identity provider ${id} ${use}`
}

/** The column of these secrets. */
export const providerSecrets: readonly EncryptedColumn[] = [
  { table: 'identity_providers', key: 'id', column: 'client_secret', purposeOf: (id) => secretOf(id) },
  {
    table: 'identity_providers',
    key: 'id',
    column: 'management_secret',
    purposeOf: (id) => secretOf(id, 'management'),
  },
  { table: 'identity_providers', key: 'id', column: 'events_secret', purposeOf: (id) => secretOf(id, 'events') },
]

function fromEnvironment(oidc: NonNullable<AppContext['config']['oidc']>): Provider {
  const { issuer, clientId, clientSecret, name, domains } = oidc
  const outside = { issuer, clientId, clientSecret, scopes: ['openid', 'email', 'profile'], trusted: true }
  return { ...plainProvider, id: 'oidc', name, enabled: true, domains: domains.length ? domains : ['*'], outside }
}

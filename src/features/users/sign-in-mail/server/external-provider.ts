import type { Database, Tx } from '#kit/server/database.ts'
import type { PortalConfig } from '#kit/server/portal.ts'

/** The external identity provider that authenticates a user, so that they have no credential here. */
export type ExternalProvider = {
  readonly name: string
  readonly issuer: string
  /** Whether the portal manages users in its directory as well. */
  readonly managed: boolean
}

/** An external provider with the domains that are routed to it while it is enabled. */
type RoutedProvider = ExternalProvider & { readonly domains: readonly string[]; readonly enabled: boolean }

/**
 * The identity provider of a user: the one they came from, else the one that their address is now routed to. Undefined
 * for users whose credentials the portal stores.
 */
export async function findExternalProvider(
  db: Database | Tx,
  config: Pick<PortalConfig, 'oidc'>,
  { email, issuer }: { readonly email: string; readonly issuer: string | null },
): Promise<ExternalProvider | undefined> {
  const providers = await listExternalProviders(db, config)
  if (issuer === null) return enabledProviderFor(providers, email)
  return providers.find((one) => one.issuer === issuer) ?? { name: issuer, issuer, managed: false }
}

/** The provider that an address is now routed to. */
export function enabledProviderFor(providers: readonly RoutedProvider[], email: string): ExternalProvider | undefined {
  return providerForDomain(
    providers.filter(({ enabled }) => enabled),
    email,
  )
}

/** Every external provider of users: those in the database and the one in the environment. */
export async function listExternalProviders(
  db: Database | Tx,
  { oidc }: Pick<PortalConfig, 'oidc'>,
): Promise<RoutedProvider[]> {
  const rows = await db
    .selectFrom('identity_providers')
    .select(['name', 'issuer', 'domains', 'enabled', 'management_url', 'management_secret'])
    .orderBy('id')
    .execute()
  const providers = rows.flatMap(({ issuer, management_url: url, management_secret: secret, ...row }) =>
    issuer === null ? [] : [{ ...row, issuer, managed: row.enabled && url !== null && secret !== null }],
  )
  if (!oidc) return providers
  return [
    ...providers,
    { ...oidc, domains: oidc.domains.length > 0 ? oidc.domains : ['*'], enabled: true, managed: false },
  ]
}

/** The provider that the domain of an address is routed to; `*` takes every domain that no other provider has. */
export function providerForDomain<Provider extends { readonly domains: readonly string[] }>(
  providers: readonly Provider[],
  email: string,
): Provider | undefined {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  const others = () => (domain === NOWHERE ? undefined : providers.find(({ domains }) => domains.includes('*')))
  return providers.find(({ domains }) => domains.includes(domain)) ?? others()
}

/** The domain of the first administrator, who is created before any provider exists. */
const NOWHERE = 'localhost.localdomain'

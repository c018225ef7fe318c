import type { Database, Tx } from '#kit/server/database.ts'
import type { PortalConfig } from '#kit/server/portal.ts'

/** The outside identity provider that vouches for somebody, so that they have no credential here. */
export type ExternalProvider = {
  readonly name: string
  readonly issuer: string
  /** Whether the portal manages people in its directory as well. */
  readonly managed: boolean
}

/** An outside provider with the domains that are sent to it while it is on. */
type Known = ExternalProvider & { readonly domains: readonly string[]; readonly enabled: boolean }

/**
 * Who vouches for a person: the provider they came from, else the one that their address is sent to now. Undefined for
 * those whose credentials are the portal's to keep.
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

/** Where an address is sent to now. */
export function enabledProviderFor(providers: readonly Known[], email: string): ExternalProvider | undefined {
  return providerForDomain(
    providers.filter(({ enabled }) => enabled),
    email,
  )
}

/** Every outside provider that can name people: those in the database and the one in the environment. */
export async function listExternalProviders(db: Database | Tx, { oidc }: Pick<PortalConfig, 'oidc'>): Promise<Known[]> {
  const rows = await db
    .selectFrom('identity_providers')
    .select(['name', 'issuer', 'domains', 'enabled', 'management_url', 'management_secret'])
    .orderBy('id')
    .execute()
  const known = rows.flatMap(({ issuer, management_url: url, management_secret: secret, ...row }) =>
    issuer === null ? [] : [{ ...row, issuer, managed: row.enabled && url !== null && secret !== null }],
  )
  if (!oidc) return known
  return [...known, { ...oidc, domains: oidc.domains.length > 0 ? oidc.domains : ['*'], enabled: true, managed: false }]
}

/** Which of the providers the domain of an address is sent to; `*` takes every domain that none of the others has. */
export function providerForDomain<Provider extends { readonly domains: readonly string[] }>(
  providers: readonly Provider[],
  email: string,
): Provider | undefined {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  const others = () => (domain === NOWHERE ? undefined : providers.find(({ domains }) => domains.includes('*')))
  return providers.find(({ domains }) => domains.includes(domain)) ?? others()
}

/** The domain of the first administrator, who is made before there is anybody to vouch for them. */
const NOWHERE = 'localhost.localdomain'

import type { Database, Tx } from '#kit/server/database.ts'
import type { PortalConfig } from '#kit/server/portal.ts'

/** The outside identity provider that vouches for somebody, so that they have no credential here. */
export type Voucher = {
  readonly name: string
  readonly issuer: string
  /** Whether the portal manages people in its directory as well. */
  readonly managed: boolean
}

/**
 * Who vouches for a person: the provider they came from, else the one that their address is sent to now. Undefined for
 * those whose credentials are the portal's to keep.
 */
export async function voucherOf(
  db: Database | Tx,
  { oidc }: Pick<PortalConfig, 'oidc'>,
  { email, issuer }: { readonly email: string; readonly issuer: string | null },
): Promise<Voucher | undefined> {
  const rows = await db
    .selectFrom('identity_providers')
    .select(['name', 'issuer', 'domains', 'enabled', 'management_url', 'management_secret'])
    .orderBy('id')
    .execute()
  const known = rows.flatMap(({ issuer: named, management_url: url, management_secret: secret, ...row }) =>
    named === null ? [] : [{ ...row, issuer: named, managed: row.enabled && url !== null && secret !== null }],
  )
  if (oidc)
    known.push({ ...oidc, domains: oidc.domains.length > 0 ? oidc.domains : ['*'], enabled: true, managed: false })
  if (issuer === null)
    return routedTo(
      known.filter(({ enabled }) => enabled),
      email,
    )
  return known.find((one) => one.issuer === issuer) ?? { name: issuer, issuer, managed: false }
}

/** Which of the providers the domain of an address is sent to; `*` takes every domain that none of the others has. */
export function routedTo<Provider extends { readonly domains: readonly string[] }>(
  providers: readonly Provider[],
  email: string,
): Provider | undefined {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  const others = () => (domain === NOWHERE ? undefined : providers.find(({ domains }) => domains.includes('*')))
  return providers.find(({ domains }) => domains.includes(domain)) ?? others()
}

/** The domain of the first administrator, who is made before there is anybody to vouch for them. */
const NOWHERE = 'localhost.localdomain'

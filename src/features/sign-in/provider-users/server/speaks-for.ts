import { sql } from 'kysely'
import { providerForDomain } from '#features/users/sign-in-mail/server/index.ts'
import type { Tx } from '#kit/server/database.ts'

/** The domains that are routed to a provider; `*` takes every domain that no other provider has. */
type RoutedProvider = { readonly id: string; readonly domains: readonly string[] }

/**
 * Many providers never say that they verified an address (Microsoft Entra). Where an administrator routed the domain
 * itself to one, that provider is the authority on its addresses; no other user can sign in with its issuer.
 */
export function isTrusted(
  { trustsRoutedAddresses, domains }: RoutedProvider & { readonly trustsRoutedAddresses: boolean },
  domain: string,
): boolean {
  return trustsRoutedAddresses && domains.includes(domain)
}

/** A provider for every domain does not authenticate users of a domain routed to another one. */
export async function speaksFor(tx: Tx, provider: RoutedProvider, email: string, domain: string): Promise<boolean> {
  if (provider.domains.includes(domain)) return true
  if (!providerForDomain([provider], email)) return false
  const { rows } = await sql`
    select 1 from identity_providers where enabled and id <> ${provider.id} and ${domain} = any(domains)`.execute(tx)
  return rows.length === 0
}

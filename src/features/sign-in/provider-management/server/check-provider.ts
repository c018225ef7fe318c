import { sql } from 'kysely'
import { type ClaimMapping, mappedRole } from '#features/sign-in/identity-providers/contract.ts'
import { reAuthenticate } from '#features/users/passwords/server/index.ts'
import { requireMayGrant } from '#features/users/role-assignment/server/index.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { Session } from '#kit/server/session.ts'
import { type IdentityProvider, missingSettings, providerProblems } from '../contract.ts'

/** What the checks read of a provider. */
export type ProviderSettings = Pick<
  IdentityProvider,
  'id' | 'type' | 'issuer' | 'clientId' | 'entryPoint' | 'domains' | 'enabled' | 'claimMapping'
> & { readonly certificates: readonly unknown[] }

/** Rejects enabling a provider to which no user could be sent. */
export function requireComplete(settings: ProviderSettings): void {
  const missing = settings.enabled ? missingSettings(settings) : []
  if (missing.length === 0) return
  const fields = missing.map((path) => ({ path, message: 'is required before the provider can be enabled' }))
  throwProblem(kitProblems['validation-failed'], {}, { fields })
}

/**
 * Rejects a domain that is routed to another provider, and an issuer that another one has. Concurrent changes wait for
 * each other.
 */
export async function requireUniqueDomainsAndIssuer(
  tx: Tx,
  { config }: AppContext,
  { id, domains, issuer }: ProviderSettings,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('identity providers', 23))`.execute(tx)
  const others = await tx
    .selectFrom('identity_providers')
    .select(['name', 'domains', 'issuer'])
    .where('id', '<>', id)
    .execute()
  if (config.oidc)
    others.push({ ...config.oidc, domains: config.oidc.domains.length > 0 ? config.oidc.domains : ['*'] })
  for (const other of others) {
    const at = domains.findIndex((domain) => other.domains.includes(domain))
    const domain = domains[at]
    if (domain !== undefined) {
      const fields = [{ path: `domains.${at}`, message: `is routed to ${other.name}` }]
      throwProblem(providerProblems['provider-domain-taken'], { domain, name: other.name }, { fields })
    }
    if (issuer !== null && other.issuer === issuer) {
      const fields = [{ path: 'issuer', message: `is used by ${other.name}` }]
      throwProblem(providerProblems['provider-issuer-taken'], { name: other.name }, { fields })
    }
  }
}

/**
 * No user gives through a provider a role that they may not give: the caller may give each role of the mapping, and a
 * caller who maps a group to administrators has signed in within ten minutes.
 */
export async function requireMayGrantMappedRoles(
  portal: AppContext,
  session: Session,
  address: string,
  { before, after }: { before: ClaimMapping; after: ClaimMapping },
): Promise<void> {
  const had = new Set((before.roles ?? []).map((line) => JSON.stringify([line.group, mappedRole(line)])))
  const addedLines = (after.roles ?? []).filter((line) => !had.has(JSON.stringify([line.group, mappedRole(line)])))
  const roles = addedLines.flatMap((line) => mappedRole(line) ?? [])
  for (const role of roles) requireMayGrant(session, role)
  if (roles.some(({ role }) => role === 'ADMIN')) await reAuthenticate(portal.db, session, address)
}

/**
 * A user who could take an administrator's place through a provider must be one: where it gives the highest roles,
 * where users with them sign in with it, or where it is to authenticate the domains of such users.
 */
export async function requireNoEscalation(
  tx: Tx,
  session: Session,
  { issuer, domains, claimMapping }: Pick<ProviderSettings, 'issuer' | 'domains' | 'claimMapping'>,
): Promise<void> {
  if (session.actor.roles.some(({ role }) => role === 'ADMIN')) return
  const gives = (claimMapping.roles ?? []).some((line) => PRIVILEGED_ROLES.includes(mappedRole(line)?.role ?? ''))
  const { rows } = await sql`
    select 1 from role_grants g join users u on u.id = g.user_id
    where g.role = any(${PRIVILEGED_ROLES}::text[]) and g.account_id is null and u.id <> ${session.userId}
      and (u.issuer = ${issuer} or ${domains.includes('*')} or split_part(u.email, '@', 2) = any(${domains}::text[])) limit 1`.execute(
    tx,
  )
  if (gives || rows.length > 0) throwProblem(providerProblems['insufficient-privilege'])
}
const PRIVILEGED_ROLES: readonly string[] = ['ADMIN', 'CENTRAL']

/** Rejects closing a way to sign in when no administrator could sign in by another. */
export async function requireOtherAdminSignInMethod(
  tx: Tx,
  { issuer, name }: { issuer: string | null; name: string },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('administrators', 13))`.execute(tx)
  const { rows } = await sql<{ here: boolean }>`
    select u.issuer = ${issuer} is true as here from role_grants g join users u on u.id = g.user_id
    where g.role = 'ADMIN' and g.account_id is null and u.state = 'active' and (u.issuer = ${issuer}
      or (u.issuer is null and exists (select 1 from user_passwords p where p.user_id = u.id))
      or u.issuer in (select p.issuer from identity_providers p where p.enabled))`.execute(tx)
  const ways = rows.map(({ here }) => here)
  if (ways.includes(true) && !ways.includes(false))
    throwProblem(providerProblems['last-admin-sign-in-method'], { name })
}

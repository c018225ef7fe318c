import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { domainOf, domainProblems, entriesFor } from '../contract.ts'

/** An account that admits users of a domain. */
export type AccountOfDomain = {
  readonly id: number
  readonly name: string
  readonly displayName: string
  readonly selfJoin: boolean
}

/** Rejects an address whose domain is forbidden, regardless of who invites it. */
export async function requireDomainNotForbidden(db: Database | Tx, email: string): Promise<string> {
  const domain = domainOf(email)
  if (domain === null) return rejectAddress('domain-not-allowed', email)
  return (await isForbiddenDomain(db, domain)) ? rejectAddress('domain-forbidden', domain) : domain
}

/** Whether the domain, or a wildcard above it, is on the list of domains forbidden everywhere. */
export async function isForbiddenDomain(db: Database | Tx, domain: string): Promise<boolean> {
  const { rows } = await sql`select 1 from forbidden_domains where domain = any(${entriesFor(domain)})`.execute(db)
  return rows.length > 0
}

/**
 * The domain rule: returns the account that admits a user with this address. Forbidden wins. An unknown account and one
 * that does not allow the domain are rejected alike, so that the customers stay secret.
 */
export async function requireDomainAllowed(
  db: Database | Tx,
  email: string,
  accountName: string,
): Promise<AccountOfDomain> {
  const domain = await requireDomainNotForbidden(db, email)
  const account = (await accountsOfDomain(db, domain)).find(({ name }) => name === accountName)
  return account ?? rejectAddress('domain-not-allowed', domain)
}

/** Whether the account's allowed list has the domain of the address; see `requireDomainAllowed`. */
export async function isDomainAllowed(db: Database | Tx, email: string, accountName: string): Promise<boolean> {
  const domain = domainOf(email)
  return domain !== null && (await accountsOfDomain(db, domain)).some(({ name }) => name === accountName)
}

/** The accounts whose allowed list has the domain, unless it is forbidden, or required proof is missing. */
export async function accountsOfDomain(db: Database | Tx, domain: string): Promise<AccountOfDomain[]> {
  const entries = entriesFor(domain)
  const { rows } = await sql<AccountOfDomain>`
    select id, name, display_name as "displayName", self_join as "selfJoin" from accounts
    where domains && ${entries}::text[] and deleted_at is null
      and exists (select from unnest(domains) as d where d = any(${entries}::text[])
        and not exists (select from domain_verifications p where p.account_id = accounts.id and p.domain = d and p.state <> 'PROVEN'))
      and not exists (select 1 from forbidden_domains f where f.domain = any(${entries}::text[])) order by display_name, id`.execute(
    db,
  )
  return rows
}

function rejectAddress(code: 'domain-forbidden' | 'domain-not-allowed', domain: string): never {
  const problem = domainProblems[code]
  throwProblem(problem, { domain }, { fields: [{ path: 'email', message: problem.text.replace('{domain}', domain) }] })
}

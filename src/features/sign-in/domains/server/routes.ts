import { sql } from 'kysely'
import { accountIn, lockAccount, updateAccountRows } from '#features/accounts/accounts/server/index.ts'
import { fillText } from '#kit/contract/problem.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { hasPermission } from '#kit/server/has-permission.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { halSinglePage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { requirePermission } from '#kit/server/serve/request-context.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { likeText } from '#kit/server/sql-text.ts'
import { visibleIn } from '#kit/server/visible.ts'
import {
  type AllowedDomains,
  allowDomain,
  confirmFreeMail,
  disallowDomain,
  domainAllowed,
  domainDisallowed,
  domainForbidden,
  domainProblems,
  domainUnforbidden,
  entriesFor,
  forbidDomain,
  listAllowedDomains,
  listForbiddenDomains,
  manageAllowed,
  manageForbidden,
  normaliseDomain,
  previewDomainChange,
  readAllowedDomains,
  unforbidDomain,
} from '../contract.ts'
import { companyDomainFlaw } from './company-domain.ts'
import { proofJson } from './proof-store.ts'

/** The allowed list of each account, and the list of domains forbidden everywhere. */
export function serveDomains(portal: AppContext): void {
  const { db } = portal
  serveAllowed(portal)
  serve(portal, listForbiddenDomains, () => readForbiddenDomains(db))
  registerCommand(portal, forbidDomain, async (call) => {
    const domain = requireDomain(call.body.email)
    const { numInsertedOrUpdatedRows } = await call.tx
      .insertInto('forbidden_domains')
      .values({ domain, added_by: call.session.userId })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (!numInsertedOrUpdatedRows) throwProblem(domainProblems['domain-listed'], { domain })
    await call.record(domainForbidden, { subject: domain })
    return readForbiddenDomains(call.tx)
  })
  registerCommand(portal, unforbidDomain, async (call) => {
    const domain = normaliseDomain(call.params.domain) ?? call.params.domain
    const { numDeletedRows } = await call.tx
      .deleteFrom('forbidden_domains')
      .where('domain', '=', domain)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throwProblem(domainProblems['domain-not-listed'], { domain })
    await call.record(domainUnforbidden, { subject: domain })
    return undefined
  })
  serve(portal, previewDomainChange, async (call) => {
    const { account, domain } = call.query
    if (account === undefined) requirePermission(call, manageForbidden)
    else requirePermission(call, manageAllowed, account)
    return usersOfDomain(db, requireDomain(domain, 'domain'), account)
  })
}

function serveAllowed(portal: AppContext): void {
  serve(portal, listAllowedDomains, async (call) =>
    halSinglePage(call, 'portalWhitelistDtoList', await allowedLists(portal.db, call.session)),
  )
  serve(portal, readAllowedDomains, ({ session, params }) => allowedList(portal.db, session, params.account))
  registerCommand(portal, allowDomain, async (call) => {
    const { tx, session, params, body } = call
    const domain = requireDomain(body.email)
    const account = await lockAccount(tx, session, params.account, manageAllowed)
    requireCompanyDomain(domain, hasPermission(session, confirmFreeMail) && body.confirm === true)
    if ((await forbiddenAmong(tx, domain)).length > 0) throwProblem(domainProblems['domain-forbidden'], { domain })
    const changedRows = await updateAccountRows(tx, sql<boolean>`id = ${account.id} and not ${domain} = any(domains)`, {
      domains: sql<string[]>`array_append(domains, ${domain})`,
    })
    if (changedRows.length === 0) throwProblem(domainProblems['domain-listed'], { domain })
    await call.record(domainAllowed, { account: account.id, subject: account.id, data: { domain } })
    return allowedList(tx, session, account.name)
  })
  registerCommand(portal, disallowDomain, async (call) => {
    const { tx, session, params } = call
    const domain = normaliseDomain(params.domain) ?? params.domain
    const account = await lockAccount(tx, session, params.account, manageAllowed)
    const changedRows = await updateAccountRows(tx, sql<boolean>`id = ${account.id} and ${domain} = any(domains)`, {
      domains: sql<string[]>`array_remove(domains, ${domain})`,
    })
    if (changedRows.length === 0) throwProblem(domainProblems['domain-not-listed'], { domain })
    await tx
      .deleteFrom('domain_verifications')
      .where('account_id', '=', account.id)
      .where('domain', '=', domain)
      .execute()
    await call.record(domainDisallowed, { account: account.id, subject: account.id, data: { domain } })
    return undefined
  })
}

async function allowedLists(db: Database | Tx, session: Session, name?: string): Promise<AllowedDomains[]> {
  const { rows } = await sql<AllowedDomains>`
    select name as account, id::text as "accountId", display_name as "displayName", array(select unnest(domains) order by 1) as "whitelistedDomains",
      self_join as "selfJoin", array(select ${proofJson} from domain_verifications p where p.account_id = accounts.id order by p.domain) as proofs
    from accounts where deleted_at is null and ${visibleIn(session, manageAllowed, 'id')}
      and ${name === undefined ? sql`true` : sql`name = ${name}`} order by display_name collate "und-x-icu", id`.execute(
    db,
  )
  return rows
}

async function allowedList(db: Database | Tx, session: Session, name: string): Promise<AllowedDomains> {
  await accountIn(db, session, { name, permission: manageAllowed })
  const [list] = await allowedLists(db, session, name)
  return list!
}

async function readForbiddenDomains(db: Database | Tx): Promise<{ blacklistedDomains: string[] }> {
  const rows = await db.selectFrom('forbidden_domains').select('domain').orderBy('domain').execute()
  return { blacklistedDomains: rows.map(({ domain }) => domain) }
}

async function forbiddenAmong(tx: Tx, domain: string): Promise<string[]> {
  const entries = domain.startsWith('*.') ? [domain] : entriesFor(domain)
  const rows = await tx.selectFrom('forbidden_domains').select('domain').where('domain', 'in', entries).execute()
  return rows.map((row) => row.domain)
}

/** A company's own domain: no public suffix, and a free mail service only when an administrator confirms it. */
function requireCompanyDomain(domain: string, isConfirmed: boolean): void {
  const flaw = companyDomainFlaw(domain)
  if (flaw === undefined || (flaw === 'domain-free-mail' && isConfirmed)) return
  const problem = domainProblems[flaw]
  throwProblem(problem, { domain }, { fields: [{ path: 'email', message: fillText(problem.text, { domain }) }] })
}

/** A typed domain; of an e-mail address the part behind the @. */
function requireDomain(text: string, path = 'email'): string {
  const domain = normaliseDomain(text.slice(text.lastIndexOf('@') + 1))
  if (domain) return domain
  const shownText = text.trim().slice(0, 100)
  const message = domainProblems['domain-invalid'].text.replace('{domain}', shownText)
  return throwProblem(domainProblems['domain-invalid'], { domain: shownText }, { fields: [{ path, message }] })
}

/** Users with an address of the domain (of its subdomains, for a wildcard): everywhere, or in the account. */
async function usersOfDomain(db: Database, domain: string, account: string | undefined) {
  const ending = domain.startsWith('*') ? domain.slice(1) : `@${domain}`
  const pattern = `%${likeText(ending)}`
  const { rows } = await sql<{ users: number; accounts: string[] | null }>`
    with named as (
      select u.id, a.name from users u left join role_grants g on g.user_id = u.id left join accounts a on a.id = g.account_id and a.deleted_at is null
      where u.email like ${pattern} and u.erased_at is null)
    select count(distinct id) as users, (array_agg(distinct name order by name) filter (where name is not null))[1:20] as accounts
    from named where ${account === undefined ? sql`true` : sql`name = ${account}`}`.execute(db)
  return { domain, users: rows[0]!.users, accounts: rows[0]!.accounts ?? [] }
}

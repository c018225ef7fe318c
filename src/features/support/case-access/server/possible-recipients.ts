import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { isVendorRole, liftRoles, vendorRoles } from '#features/access/roles/contract.ts'
import type { NotificationChannel } from '#kit/contract/notification-channels.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { hasPermission } from '#kit/server/has-permission.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { Session } from '#kit/server/session.ts'
import { likeText } from '#kit/server/sql-text.ts'
import { type CaseType as CaseTypes, caseProblems, readCases, readEveryCase } from '../contract.ts'
import { isVendorIn } from './case-scope.ts'

type CaseType = z.output<typeof CaseTypes>

/** A user who can be notified of a case. */
export type PossibleRecipient = {
  readonly id: number
  readonly username: string
  readonly fullName: string
  readonly vendor: boolean
}

const everywhere = Object.keys(vendorRoles).filter((role) => !liftRoles.some((lift) => lift === role))
const customers = readCases.grants.map(({ role }) => role).filter((role) => !isVendorRole(role))
const everyCase = readEveryCase.grants.map(({ role }) => role).filter((role) => !isVendorRole(role))
const active = ['active', 'candidateForDeletion']

/**
 * Users who currently may read cases of the account: its own (through a federated parent too), and vendor staff. To
 * follow with `where`; `u` is the user, `vendor` whether staff.
 */
const readersOf = (accountId: number) => sql`
  select u.id, u.email as username, u.full_name as "fullName", staff.is_staff as vendor
  from users u cross join lateral (select exists (select 1 from role_grants g where g.user_id = u.id and (
      (g.account_id is null and g.role = any(${everywhere}::text[]))
      or (g.role = any(${[...liftRoles]}::text[]) and exists (select 1 from deployments d where d.account_id = ${accountId} and d.stage = 'LIFT'))
    )) as is_staff) staff
  where u.id in (${grantedFor(accountId)}) and u.state = any(${active}::text[]) and (staff.is_staff or exists (select 1 from role_grants g where g.user_id = u.id and g.role = any(${customers}::text[])
    and (g.account_id = ${accountId} or g.account_id = (select parent_id from accounts where id = ${accountId} and not view_only))))`

/**
 * Users with any role in the account, in its parent or everywhere: a few of all users, found by index before names are
 * compared.
 */
const grantedFor = (accountId: number) => sql`
  select user_id from role_grants where account_id = ${accountId}
  union all select user_id from role_grants where account_id = (select parent_id from accounts where id = ${accountId})
  union all select user_id from role_grants where account_id is null`

/** The users of these names whom the caller may add to a case: customers their own users, staff also staff. */
export async function addressable(
  tx: Tx,
  session: Session,
  at: { readonly accountId: number; readonly account: string; readonly internal: boolean },
  usernames: readonly string[],
): Promise<PossibleRecipient[]> {
  const wantedNames = [...new Set(usernames.map((name) => name.trim().toLowerCase()))]
  if (wantedNames.length === 0) return []
  const { rows } = await sql<PossibleRecipient>`
    select id, username, "fullName", vendor from (${readersOf(at.accountId)} and u.email = any(${wantedNames}::text[])) reader
    where ${whom(session, at)} order by id`.execute(tx)
  return rows
}

/** The same, but every named user must be among them, else 400. */
export async function requireRecipients(
  tx: Tx,
  session: Session,
  at: { readonly accountId: number; readonly account: string; readonly internal: boolean },
  usernames: readonly string[],
): Promise<PossibleRecipient[]> {
  const users = await addressable(tx, session, at, usernames)
  const missing = usernames.find((name) => !users.some(({ username }) => username === name.trim().toLowerCase()))
  if (missing !== undefined) throwProblem(caseProblems['invalid-recipient'], { username: missing })
  return users
}

/** Users whom the caller can address in the account, by a part of the name; at most 50. */
export async function findAddressable(
  db: Database,
  session: Session,
  at: { readonly accountId: number; readonly account: string; readonly internal: boolean },
  q: string | undefined,
): Promise<PossibleRecipient[]> {
  const part = `%${likeText((q ?? '').trim().toLowerCase())}%`
  const { rows } = await sql<PossibleRecipient>`
    select id, username, "fullName", vendor from (${readersOf(at.accountId)} and (lower(u.full_name) like ${part} or u.email like ${part})) reader
    where ${whom(session, at)} order by vendor, "fullName" collate "und-x-icu", id limit 50`.execute(db)
  return rows
}

/** Whether a user currently may read cases of the account; internal ones staff alone. */
export async function mayReadCasesOf(
  tx: Tx,
  { accountId, internal }: { readonly accountId: number; readonly internal: boolean },
  userId: number,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from (${readersOf(accountId)} and u.id = ${userId}) reader where vendor or not ${internal}`.execute(tx)
  return rows.length > 0
}

/** Those of the users who currently may read cases of the account; internal ones staff alone. */
export async function readersAmong(
  tx: Tx,
  { accountId, internal }: { readonly accountId: number; readonly internal: boolean },
  userIds: readonly number[],
): Promise<PossibleRecipient[]> {
  const { rows } = await sql<PossibleRecipient>`
    select id, username, "fullName", vendor from (${readersOf(accountId)} and u.id = any(${[...userIds]}::bigint[])) reader
    where vendor or not ${internal} order by id`.execute(tx)
  return rows
}

/** A recipient of a case: over which channels, as far as they chose them. Who only wants mail about it gets mail alone. */
export type Recipient = PossibleRecipient & { readonly wants: readonly NotificationChannel[] }

/**
 * The recipients of a case: its reporter, watchers and assignee, and the account's customer-success manager, as far as
 * they may still see it; staff alone for internal ones. With `noc` also every user of the vendor's NOC. Of the account's
 * own users also those who chose mail about all its cases, or about all its outages.
 */
export async function findRecipients(
  tx: Database | Tx,
  at: { readonly id: number; readonly accountId: number; readonly type: CaseType },
  { staffOnly, except, noc }: { staffOnly: boolean; except: number | null; noc: boolean },
): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    with own as materialized (
      select reporter_id as id from cases where id = ${at.id} union select assignee_id from cases where id = ${at.id}
      union select user_id from case_watchers where case_id = ${at.id} union select csm_id from accounts where id = ${at.accountId}
      union select user_id from role_grants where ${noc} and role = 'HARMONIC_NOC'
    )
    select id, username, "fullName", vendor,
      case when not "isOwn" then array['mail'] when wanted = 'outages' and not ${at.type === 'OUTAGE'} then array['inbox', 'push'] else array['inbox', 'mail', 'push'] end as wants from (
      select reader.*, (select s.settings->>'caseMail' from user_settings s where s.user_id = reader.id) as wanted,
        reader.id in (select own.id from own where own.id is not null) as "isOwn"
      from (${readersOf(at.accountId)} and (u.id in (select own.id from own) or u.id in (${subscribersOf(at)}))) reader) reader
    where (vendor or not ${staffOnly}) and id is distinct from ${except} order by id`.execute(tx)
  return rows
}

/**
 * How many users may read a text of the case now: on the customer's side, where contractors read the cases that they
 * reported or watch, and of the vendor's staff. An internal text is read by staff alone.
 */
export async function countReaders(
  db: Database | Tx,
  at: { readonly id: number; readonly accountId: number },
  { internal }: { readonly internal: boolean },
): Promise<{ readonly customers: number; readonly staff: number }> {
  const { rows } = await sql<{ customers: number; staff: number }>`
    select count(*) filter (where vendor)::int as staff,
      count(*) filter (where not vendor and not ${internal} and (
        exists (select from role_grants g where g.user_id = reader.id and g.role = any(${everyCase}::text[])
          and (g.account_id = ${at.accountId} or g.account_id = (select parent_id from accounts where id = ${at.accountId} and not view_only)))
        or reader.id = (select reporter_id from cases where id = ${at.id})
        or exists (select from case_watchers w where w.case_id = ${at.id} and w.user_id = reader.id)))::int as customers
    from (${readersOf(at.accountId)}) reader`.execute(db)
  return rows[0]!
}

/** Users of the account who chose mail about more than their own cases; contractors may not read the others. */
function subscribersOf({ accountId, type }: { readonly accountId: number; readonly type: CaseType }) {
  return sql`
    select s.user_id from user_settings s where s.settings->>'caseMail' = any(${type === 'OUTAGE' ? ['all', 'outages'] : ['all']}::text[])
      and exists (select from role_grants g where g.user_id = s.user_id and g.role = any(${everyCase}::text[])
        and (g.account_id = ${accountId} or g.account_id = (select parent_id from accounts where id = ${accountId} and not view_only)))`
}

function whom(session: Session, { account, internal }: { readonly account: string; readonly internal: boolean }) {
  if (isVendorIn(session, account)) return internal ? sql`vendor` : sql`true`
  // Contractors have no list of the account's users.
  return hasPermission(session, readEveryCase, account) ? sql`not vendor` : sql`id = ${session.userId}`
}

import { type RawBuilder, sql } from 'kysely'
import { isVendor } from '#features/access/roles/contract.ts'
import { declaredEvents } from '#kit/contract/event.ts'
import { accountsAllowed } from '#kit/contract/permission.ts'
import { hasPermission } from '#kit/server/has-permission.ts'
import type { Session } from '#kit/server/session.ts'
import { readAudit, readWholeAudit } from '../contract.ts'

/** The search filters; unset means everything the reader may see. Account and user are ids, 0 where there is none. */
export type AuditFilters = {
  readonly accountId?: number | undefined
  readonly userId?: number | undefined
  readonly action?: readonly string[] | undefined
  readonly subjectId?: string | undefined
  readonly q?: string | undefined
  readonly requestId?: string | undefined
  readonly impersonated?: boolean | undefined
  readonly atFrom?: string | undefined
  readonly atTo?: string | undefined
}

type Condition = RawBuilder<unknown>

/**
 * The entries `e` that the session may read and that match, as conditions of which each entry meets one at most: each is
 * read from one index in the order of the pages, which no index has for an `or`.
 */
export function auditBranches(session: Session, filters: AuditFilters): Condition[] {
  const common = matches(filters)
  return readable(session, filters.accountId).flatMap((scope) =>
    byUser(filters.userId).map((user) => sql`${scope} and ${user} and ${common}`),
  )
}

/** What the session may read; customers never events for vendor staff or for one user, except their own. */
function readable(session: Session, accountId: number | undefined): Condition[] {
  const own = sql`e.actor_id = ${session.userId}`
  const inAccount = accountId === undefined ? sql`true` : sql`e.account_id = ${accountId}`
  if (hasPermission(session, readWholeAudit)) return [inAccount]
  const audience = isVendor(session.actor) ? sql`e.audience in ('account', 'vendor')` : sql`e.audience = 'account'`
  const names = accountsAllowed(session.actor, readAudit)
  if (names[0] === '*') return [sql`${inAccount} and (${own} or (e.account_id is not null and ${audience}))`]
  const ids = names.flatMap((name) => session.accountIds.get(name) ?? [])
  const ofAccount = (id: number) => sql`e.account_id = ${id} and (${audience} or ${own})`
  if (accountId !== undefined) return [ids.includes(accountId) ? ofAccount(accountId) : sql`${inAccount} and ${own}`]
  return [...ids.map(ofAccount), sql`${own} and (e.account_id is null or e.account_id <> all(${ids}::bigint[]))`]
}

/** The names of the events that the session may meet: customers meet events for one user only as their own. */
export function readableEvents(session: Session): string[] {
  const isStaff = isVendor(session.actor)
  return declaredEvents().flatMap(({ name, audience }) => (isStaff || audience !== 'vendor' ? name : []))
}

/** What a user did, and what was done by them in the name of others. */
function byUser(userId: number | undefined): Condition[] {
  if (userId === undefined) return [sql`true`]
  return [
    sql`e.actor_id = ${userId}`,
    sql`e.impersonator_id = ${userId} and e.actor_id is distinct from ${userId}::bigint`,
  ]
}

function matches({ action, subjectId, q, requestId, impersonated, atFrom, atTo }: AuditFilters): Condition {
  const names = action?.flatMap(namesOf)
  const conditions = [
    sql`true`,
    names === undefined ? null : names.length === 1 ? sql`e.name = ${names[0]}` : sql`e.name = any(${names}::text[])`,
    subjectId === undefined ? null : sql`e.subject_id = ${subjectId}`,
    q === undefined ? null : sql`(e.subject_id = ${q} or e.request_id = ${q})`,
    requestId === undefined ? null : sql`e.request_id = ${requestId}`,
    impersonated === undefined ? null : sql`e.impersonator_id is ${sql.raw(impersonated ? 'not' : '')} null`,
    atFrom === undefined ? null : sql`e.at >= ${atFrom}::timestamptz`,
    atTo === undefined ? null : sql`e.at < ${atTo}::timestamptz`,
  ].filter((condition) => condition !== null)
  return sql.join(conditions, sql` and `)
}

/** The events of a subject, so that the index of names serves both; an event is its own name. */
function namesOf(action: string): string[] {
  if (action.includes('.')) return [action]
  return declaredEvents().flatMap(({ subject, name }) => (subject === action ? name : []))
}

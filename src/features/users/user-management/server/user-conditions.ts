import { type RawBuilder, sql } from 'kysely'
import type { UserScope } from '#features/users/managed-users/server/index.ts'
import type { UserState } from '#features/users/users/contract.ts'
import { likeText } from '#kit/server/sql-text.ts'
import { inAccounts } from '#kit/server/visible.ts'
import { hasFactor, isInUse } from './user-json.ts'

/** The filters of a list of users. */
export type UserFilters = {
  readonly q?: string | undefined
  readonly account?: readonly string[] | undefined
  readonly side?: 'CUSTOMER' | 'VENDOR' | undefined
  readonly state?: readonly UserState[] | undefined
  readonly role?: readonly string[] | undefined
  readonly provider?: readonly string[] | undefined
  readonly mfa?: boolean | undefined
  readonly inUse?: boolean | undefined
  readonly lastLoginFrom?: string | undefined
  readonly lastLoginTo?: string | undefined
}

/** How `q` matches: as a part of name or address, or similar to one of their words. */
export type Spelling = 'part' | 'alike'

/** Whether the filters use details that only some readers see; these change without the version of all users. */
export function asksDetails({ provider, mfa, inUse, lastLoginFrom, lastLoginTo }: UserFilters): boolean {
  return [provider, mfa, inUse, lastLoginFrom, lastLoginTo].some((filter) => filter !== undefined)
}

/** The conditions of a list. Readers cannot learn hidden details through a filter either. */
export function conditionsOf(scope: UserScope, filters: UserFilters, spelling: Spelling): RawBuilder<unknown> {
  const { q, side, state, provider, mfa, inUse, lastLoginFrom, lastLoginTo } = filters
  const conditions = [
    scope.seen,
    asksDetails(filters) ? scope.whole : null,
    q?.trim() ? isCalled(q.trim(), spelling) : null,
    filters.account?.length || filters.role?.length ? holdsRole(scope, filters) : null,
    side === undefined ? null : side === 'VENDOR' ? sql`u.is_vendor` : sql`not u.is_vendor`,
    state?.length ? sql`u.state = any(${state}::text[])` : null,
    provider?.length ? comesFrom(provider) : null,
    mfa === undefined ? null : mfa ? hasFactor : sql`not ${hasFactor}`,
    inUse === undefined ? null : inUse ? isInUse : sql`(${isInUse}) is not true`,
    lastLoginFrom === undefined ? null : sql`u.last_login_at >= ${lastLoginFrom}::timestamptz`,
    lastLoginTo === undefined ? null : sql`u.last_login_at < ${lastLoginTo}::timestamptz`,
  ].filter((condition) => condition !== null)
  return sql.join(conditions, sql` and `)
}

function isCalled(q: string, spelling: Spelling): RawBuilder<unknown> {
  if (spelling === 'alike') return sql`(${q} <% u.full_name or ${q} <% u.email)`
  const part = `%${likeText(q)}%`
  return sql`(u.full_name ilike ${part} or u.email like lower(${part}))`
}

function holdsRole({ accounts }: UserScope, { account, role }: UserFilters): RawBuilder<unknown> {
  const conditions = [
    inAccounts(accounts, 'g.account_id'),
    account?.length ? sql`g.account_id in (select a.id from accounts a where a.name = any(${account}::text[]))` : null,
    role?.length ? sql`g.role = any(${role}::text[])` : null,
  ].filter((condition) => condition !== null)
  return sql`u.id in (select g.user_id from role_grants g where ${sql.join(conditions, sql` and `)})`
}

/** The identity provider of a user `u`: `portal`, an id, or `oidc` for the one in the environment. */
export const providerIdOf = sql`(case when u.issuer is null then 'portal'
  else coalesce((select p.id from identity_providers p where p.issuer = u.issuer), 'oidc') end)`

/** The same as a condition on the issuer itself, so that its index applies. */
function comesFrom(providers: readonly string[]): RawBuilder<unknown> {
  const knownIssuers = sql`select p.issuer from identity_providers p where p.issuer is not null`
  const kinds = [
    providers.includes('portal') ? sql`u.issuer is null` : null,
    providers.includes('oidc') ? sql`(u.issuer is not null and u.issuer <> all(array(${knownIssuers})))` : null,
    sql`u.issuer = any(array(${knownIssuers} and p.id = any(${providers}::text[])))`,
  ].filter((kind) => kind !== null)
  return sql`(${sql.join(kinds, sql` or `)})`
}

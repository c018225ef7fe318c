import { type RawBuilder, sql } from 'kysely'

/** Whether the user `u` can sign in. */
export const isActive = sql<boolean>`(u.state in ('active', 'candidateForDeletion') and u.erased_at is null)`

/** Whether the user `u` has a role in the account, or in the parent that has access to it. */
export function isOfAccount(accountId: number | null): RawBuilder<boolean> {
  return sql<boolean>`exists (select from role_grants g where g.user_id = u.id and (g.account_id = ${accountId}
    or g.account_id = (select a.parent_id from accounts a where a.id = ${accountId} and not a.view_only)))`
}

/** Whether the user `u` can be a member of a team of the account, or, for null, of a vendor team. */
export function eligible(accountId: number | null): RawBuilder<boolean> {
  return accountId === null
    ? sql`(${isActive} and u.is_vendor)`
    : sql`(${isActive} and not u.is_vendor and ${isOfAccount(accountId)})`
}

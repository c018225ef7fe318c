import { type RawBuilder, sql } from 'kysely'
import type { Permission } from '#kit/contract/permission.ts'
import type { Session } from '#kit/server/session.ts'
import { visibleAccounts } from '#kit/server/visible.ts'
import { readUserDetails, readUsers } from '../contract.ts'

/** What a session may see of users `u`: conditions and the accounts behind them. */
export type UserScope = {
  /** Accounts whose roles are shown; `all` shows vendor roles too. */
  readonly accounts: 'all' | readonly number[]
  /** Whether the user is visible at all. */
  readonly seen: RawBuilder<unknown>
  /** Whether more than name, address, roles and state is visible. */
  readonly whole: RawBuilder<unknown>
}

/**
 * Vendor staff see all users (the LIFT roles: the users of their accounts), customers those who share an account with
 * them; of vendor staff only each other.
 */
export function userScopeOf(session: Session): UserScope {
  const accounts = visibleAccounts(session, readUsers)
  return {
    accounts,
    seen: visibleUsersCondition(session, readUsers),
    whole: visibleUsersCondition(session, readUserDetails),
  }
}

/** A condition on `u`: users of the accounts in which the session has the permission. */
export function visibleUsersCondition(session: Session, permission: Permission): RawBuilder<unknown> {
  const accounts = visibleAccounts(session, permission)
  if (accounts === 'all') return sql`u.erased_at is null`
  return sql`(u.erased_at is null and not u.is_vendor
    and u.id in (select g.user_id from role_grants g where g.account_id = any(${accounts}::bigint[])))`
}

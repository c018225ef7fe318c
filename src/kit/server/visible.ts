import { type RawBuilder, sql } from 'kysely'
import { accountsAllowed, type Permission } from '#kit/contract/permission.ts'
import type { Session } from './session.ts'

/** Ids of the accounts whose rows a query may read, or `all`. */
export type VisibleAccounts = 'all' | readonly number[]

/**
 * Ids of the accounts in which the caller has the permission, or `all`: rows are fetched through this, so invisible
 * rows are not found.
 */
export function visibleAccounts(session: Session, permission: Permission): 'all' | number[] {
  const names = accountsAllowed(session.actor, permission)
  if (names[0] === '*') return 'all'
  return names.flatMap((name) => session.accountIds.get(name) ?? [])
}

/** The condition that a column, for example `a.id`, is one of these accounts. */
export function inAccounts(accounts: VisibleAccounts, column: string): RawBuilder<boolean> {
  return accounts === 'all' ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any(${accounts}::bigint[])`
}

/** The condition that a column is an account in which the caller has the permission. */
export function visibleIn(session: Session, permission: Permission, column: string): RawBuilder<boolean> {
  return inAccounts(visibleAccounts(session, permission), column)
}

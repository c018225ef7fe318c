import { accountsAllowed, type Permission } from '#kit/contract/permission.ts'
import type { Session } from './session.ts'

/**
 * Ids of the accounts in which the caller has the permission, or `all`: rows are fetched through this, so invisible
 * rows are not found.
 */
export function visibleAccounts(session: Session, permission: Permission): 'all' | number[] {
  const names = accountsAllowed(session.actor, permission)
  if (names[0] === '*') return 'all'
  return names.flatMap((name) => session.accountIds.get(name) ?? [])
}

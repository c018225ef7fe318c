import { type RawBuilder, sql } from 'kysely'
import { accountsAllowed, allows, type Permission, type Principal, permissionNamed } from '#kit/contract/permission.ts'
import { readingPermissions } from '#kit/server/notification.ts'
import type { Session } from '#kit/server/session.ts'
import { visibleAccounts } from '#kit/server/visible.ts'

/** The condition that the caller may still read the notification `n`. */
export function isReadableIn(session: Session): RawBuilder<boolean> {
  const everywhere: string[] = []
  const somewhere: Permission[] = []
  const pairs: { readonly permission: string; readonly account: number }[] = []
  for (const permission of readingPermissions()) {
    const accounts = visibleAccounts(session, permission)
    if (accounts === 'all') everywhere.push(permission.name)
    else {
      if (accountsAllowed(session.actor, permission).length > 0) somewhere.push(permission)
      pairs.push(...accounts.map((account) => ({ permission: permission.name, account })))
    }
  }
  return sql<boolean>`(n.permission is null or n.permission = any(${everywhere}::text[])
    or (n.account_id is null and n.permission = any(${somewhere.map(({ name }) => name)}::text[]))
    or (n.permission, n.account_id) in (select * from unnest(
      ${pairs.map(({ permission }) => permission)}::text[], ${pairs.map(({ account }) => account)}::bigint[])))`
}

/** The same for a user without a session, and the name of the account of the notification. */
export function mayStillRead(
  user: Principal,
  { permission, account }: { readonly permission: string | null; readonly account: string | null },
): boolean {
  if (permission === null) return true
  const declared = permissionNamed(permission)
  return declared !== undefined && allows(user, declared, account ?? undefined)
}

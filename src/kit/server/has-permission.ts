import { allows, type Permission } from '#kit/contract/permission.ts'
import type { Session } from './session.ts'

/**
 * Whether the session has the permission (in the account, when one is named): its user has it, and its API token is not
 * narrowed to others.
 */
export function hasPermission(session: Session, permission: Permission, account?: string): boolean {
  return allows(session.actor, permission, account) && tokenAllows(session, permission)
}

/** Whether the session's API token, if it is one, includes the permission. */
export function tokenAllows({ token }: Session, permission: Permission): boolean {
  return !token?.permissions || token.permissions.includes(permission.name)
}

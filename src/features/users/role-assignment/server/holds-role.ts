import type { ManagedUser } from '#features/users/managed-users/server/index.ts'
import type { RoleChange } from './read-change.ts'

/** Whether the user already has the role of the change. */
export function holdsRole(
  { roles }: ManagedUser,
  { role, accountId }: Pick<RoleChange, 'role' | 'accountId'>,
): boolean {
  return roles.some((grant) => grant.role === role && grant.accountId === accountId)
}

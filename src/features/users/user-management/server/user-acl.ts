import type { UserRole } from '../contract.ts'

/** Roles in both directions, as in `GET /users/me`: role → accounts and account → roles, `*` being all accounts. */
export function aclOf(roles: readonly UserRole[]) {
  const groupsByRole: Record<string, string[]> = {}
  const rolesByGroup: Record<string, string[]> = {}
  for (const { role, account } of roles) {
    const group = account ?? '*'
    groupsByRole[role] = [...(groupsByRole[role] ?? []), group]
    rolesByGroup[group] = [...(rolesByGroup[group] ?? []), role]
  }
  return { groupsByRole, rolesByGroup }
}

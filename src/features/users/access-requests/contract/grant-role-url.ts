/**
 * The page to grant a role, ticked and not yet saved: a user's page under a list of users; `account` null = a role for
 * everywhere.
 */
export function grantRoleUrl(users: string, userId: string, role: string, account: string | null): string {
  return `${users}/${userId}?give=${account === null ? role : `${role}:${account}`}`
}

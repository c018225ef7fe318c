export { deleteApiTokens, insertApiToken, markTokenUsed } from './api-token-rows.ts'
export { deleteRoleGrants, insertRoleGrant } from './role-grant-rows.ts'
export { deleteUserRows, insertUserRow, updateUserRow, updateUserRows } from './user-rows.ts'

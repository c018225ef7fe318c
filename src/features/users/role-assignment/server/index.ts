import { permissionsChanged } from '#features/users/users/contract.ts'
import type { Feature } from '#kit/server/portal.ts'
import { publishRoleChange } from './publish-role-change.ts'
import { serveRoles } from './routes.ts'

export { changeRoles, requireMayGrant } from './change-roles.ts'
export { readChanges } from './read-change.ts'
export { setRolesOfProvider } from './roles-of-provider.ts'

/** Granting and revoking roles by the granting rule. */
export const roleGrantsFeature: Feature = {
  name: 'role-grants',
  serve: serveRoles,
  topics: [permissionsChanged],
  eventHandlers: (portal) => [publishRoleChange(portal)],
}

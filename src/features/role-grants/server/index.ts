import type { Feature } from '#kit/server/portal.ts'
import { rightsChanged } from '../contract.ts'
import { serveRoles } from './routes.ts'
import { tellRights } from './tell-rights.ts'

export { changeRoles } from './change-roles.ts'
export { readChanges } from './read-change.ts'

/** Giving and taking roles, as the granting rule says. */
export const roleGrantsFeature: Feature = {
  name: 'role-grants',
  serve: serveRoles,
  topics: [rightsChanged],
  reactions: (portal) => [tellRights(portal)],
}

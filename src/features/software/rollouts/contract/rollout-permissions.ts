import { roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** See rollouts: those who make them and those who may override a check. Added to the permission table. */
export const readRollouts = permission('rollout:read', 'See rollouts', roles('ADMIN', 'RELMGR', 'RELEASE_APPROVER'))
/** Start and stop rollouts. */
export const manageRollouts = permission('rollout:manage', 'Start and stop rollouts', roles('ADMIN', 'RELMGR'))
/** Override a check that holds a rollout; never for a rollout that the same user started. */
export const overrideRollouts = permission(
  'rollout:override',
  'Override checks of rollouts',
  roles('ADMIN', 'RELEASE_APPROVER'),
)

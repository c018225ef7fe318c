export {
  accountOf,
  isManaged,
  lockUser,
  lockUserCalled,
  type ManagedUser,
  requireAnotherAdmin,
  requireCanManage,
  requireLocalCredentials,
  requireManageable,
  requireNotSelf,
  userWhere,
} from './managed-user.ts'
export { requireFreeSeat, requireSeat } from './seats.ts'
export { type UserScope, userScopeOf, visibleUsersCondition } from './visible-users.ts'

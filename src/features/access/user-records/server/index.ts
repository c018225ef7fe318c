export { deleteRoleGrants, insertRoleGrant } from './role-grant-rows.ts'
export {
  bindUser,
  followDirectory,
  identifyUser,
  moveToProvider,
  noteDirectorySignIn,
  noteSignIn,
  setDirectoryGroup,
} from './user-identity.ts'
export {
  activateUser,
  completeSignUp,
  createUser,
  deleteUnusedUsers,
  eraseUserData,
  lockOutUser,
  moveUser,
} from './user-life.ts'
export { changeEmail, editProfile, notePluginRefresh, subscribeUser, switchPlugin, touchUser } from './user-profile.ts'

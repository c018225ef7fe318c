export {
  changeUserStates,
  endUserSessions,
  moveBetweenProviders,
  readUserDetails,
  readUsers,
  resetFactors,
  resetPasswords,
  switchUserPlugins,
  syncUsers,
  updateUsers,
} from './contract/user-permissions.ts'
export { managedUserProblems, managing } from './contract/user-problems.ts'

export {
  listAccounts,
  listAccountsOfUser,
  listMyAccounts,
  readAccount,
  readSupportStats,
  searchAccounts,
} from './contract/account-calls.ts'
export { accountChanged } from './contract/account-changed.ts'
export { accountEvents } from './contract/account-events.ts'
export { accountFields, crmIdInput, isTimeZone } from './contract/account-fields.ts'
export { accountName } from './contract/account-name.ts'
export {
  assignCsms,
  changeLogos,
  createAccounts,
  deleteAccounts,
  editPlans,
  federateAccounts,
  readAccounts,
  readCsms,
  readPlans,
  requireMfa,
  testNames,
  updateAccounts,
} from './contract/account-permissions.ts'
export { accountProblems } from './contract/account-problems.ts'
export {
  ACTIVE_DAYS,
  Account,
  AccountType,
  Deployment,
  DeploymentType,
  PartnerType,
  Region,
  Stage,
  SupportStats,
  UserRef,
} from './contract/account-shapes.ts'
export { manageAccountTokens } from './contract/account-token-permission.ts'
export { previewFederation, removeFederation, VisibilityChange } from './contract/federation-calls.ts'
export { deleteLogo, LOGO_LIMIT, LOGO_SIDE, putLogo, showLogo } from './contract/logo-calls.ts'
export { lookAlikeForm } from './contract/look-alike.ts'
export {
  assignCsm,
  checkAccountName,
  createAccount,
  deleteAccount,
  isAccountNameAvailable,
  listCsms,
  listDeletedAccounts,
  listMultifactor,
  nameCheckMessages,
  RESTORE_DAYS,
  restoreAccount,
  setMultifactor,
  unassignCsm,
  updateAccount,
} from './contract/management-calls.ts'
export { NAME_LENGTH, NameCheckResult, validateName } from './contract/name-check.ts'
export { setPlanFacets } from './contract/plan-calls.ts'
export {
  CHAT_ENABLED,
  FacetValue,
  limitValue,
  MAX_API_CALLS,
  MAX_BYTES,
  MAX_DEPLOYMENTS,
  MAX_DOWNLOADS,
  MAX_USERS,
  maxUsersOf,
  toFacets,
} from './contract/plan-facets.ts'
export { reservedNames } from './contract/reserved-names.ts'
export { listSeats } from './contract/seat-calls.ts'
export { AccountStorage, readStorage, setStorageLimit } from './contract/storage-calls.ts'
export { readSupportTrends, type SupportTrend } from './contract/trend-call.ts'

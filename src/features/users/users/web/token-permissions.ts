import {
  assignCsms,
  changeLogos,
  createAccounts,
  deleteAccounts,
  editPlans,
  federateAccounts,
  readCsms,
  requireMfa,
  testNames,
  updateAccounts,
} from '#features/accounts/account-management/contract.ts'
import { readAccounts, readPlans } from '#features/accounts/accounts/contract.ts'
import { readPlugins } from '#features/accounts/plugins/contract.ts'
import {
  askForAccounts,
  decideAccountRequests,
  readAccountRequests,
} from '#features/onboarding/account-requests/contract.ts'
import { readRunways } from '#features/onboarding/checklist/contract.ts'
import { manageAllowed, manageForbidden } from '#features/onboarding/domains/contract.ts'
import { createUsers } from '#features/onboarding/invitations/contract.ts'
import { reviewJoinRequests } from '#features/onboarding/join-requests/contract.ts'
import { readAudit } from '#features/platform/audit/contract.ts'
import { operateMail, showMailLinks } from '#features/platform/mail/contract.ts'
import { readSystem } from '#features/platform/system/contract.ts'
import { downloadReleases, shareFiles } from '#features/platform/uploads/contract.ts'
import { manageProviders } from '#features/sign-in/identity-providers/contract.ts'
import { impersonateUsers, readImpersonations } from '#features/sign-in/impersonation/contract.ts'
import {
  askAboutBundles,
  endBundles,
  holdBundles,
  manageBundles,
  manageFiles,
  readBundles,
  readEveryBundle,
  writeNotes,
} from '#features/software/bundles/contract.ts'
import {
  approveReleases,
  createReleases,
  deleteReleases,
  readReleases,
  retryReleases,
} from '#features/software/releases/contract.ts'
import {
  attachToCases,
  commentCases,
  convertCases,
  createCases,
  deleteCases,
  editCases,
  editOutages,
  escalateCases,
  moveCases,
  readCases,
  readRnd,
  seeInternal,
  watchCases,
  workOnRnd,
} from '#features/support/cases/contract.ts'
import { configureTracker } from '#features/support/rnd-projects/contract.ts'
import { assignRoles } from '#features/users/role-assignment/contract.ts'
import { approveDeletions, configureDeletion, deleteUsers } from '#features/users/user-deletion/contract.ts'
import {
  changeUserStates,
  endUserSessions,
  moveBetweenProviders,
  readUsers,
  refreshPlugins,
  resetFactors,
  resetPasswords,
  switchUserPlugins,
  syncUsers,
  updateUsers,
} from '#features/users/user-management/contract.ts'
import type { Permission } from '#kit/contract/permission.ts'
import en from '../messages/en.json' with { type: 'json' }

/** Every right that guards an endpoint or shows more of its reply, so that a token can be narrowed to it; in the order in which people read them. */
export const rights: readonly Permission[] = [
  readAccounts,
  createAccounts,
  updateAccounts,
  deleteAccounts,
  testNames,
  federateAccounts,
  readCsms,
  assignCsms,
  requireMfa,
  changeLogos,
  readPlans,
  editPlans,
  readRunways,
  readAccountRequests,
  askForAccounts,
  decideAccountRequests,
  manageAllowed,
  operateMail,
  showMailLinks,
  manageForbidden,
  reviewJoinRequests,
  readCases,
  createCases,
  commentCases,
  attachToCases,
  watchCases,
  editCases,
  moveCases,
  escalateCases,
  seeInternal,
  deleteCases,
  convertCases,
  editOutages,
  readRnd,
  workOnRnd,
  configureTracker,
  readUsers,
  createUsers,
  updateUsers,
  changeUserStates,
  assignRoles,
  resetPasswords,
  moveBetweenProviders,
  resetFactors,
  endUserSessions,
  syncUsers,
  switchUserPlugins,
  readPlugins,
  refreshPlugins,
  readBundles,
  readEveryBundle,
  manageBundles,
  manageFiles,
  holdBundles,
  endBundles,
  writeNotes,
  askAboutBundles,
  readReleases,
  createReleases,
  approveReleases,
  retryReleases,
  deleteReleases,
  downloadReleases,
  shareFiles,
  deleteUsers,
  approveDeletions,
  configureDeletion,
  impersonateUsers,
  readImpersonations,
  manageProviders,
  readAudit,
  readSystem,
]

/** The key of a right's words. */
export function rightKey(name: string): `right.${keyof typeof en.right}` {
  return `right.${name.replaceAll(':', '-') as keyof typeof en.right}`
}

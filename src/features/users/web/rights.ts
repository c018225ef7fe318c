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
} from '#features/account-management/contract.ts'
import { askForAccounts, decideAccountRequests, readAccountRequests } from '#features/account-requests/contract.ts'
import { readAccounts, readPlans } from '#features/accounts/contract.ts'
import { readAudit } from '#features/audit/contract.ts'
import {
  askAboutBundles,
  endBundles,
  holdBundles,
  manageBundles,
  manageFiles,
  readBundles,
  readEveryBundle,
  writeNotes,
} from '#features/bundles/contract.ts'
import {
  attachToCases,
  commentCases,
  createCases,
  deleteCases,
  editCases,
  moveCases,
  readCases,
  seeInternal,
  watchCases,
} from '#features/cases/contract.ts'
import { manageAllowed, manageForbidden } from '#features/domains/contract.ts'
import { manageProviders } from '#features/identity-providers/contract.ts'
import { impersonateUsers, readImpersonations } from '#features/impersonation/contract.ts'
import { createUsers } from '#features/invitations/contract.ts'
import { reviewJoinRequests } from '#features/join-requests/contract.ts'
import { operateMail, showMailLinks } from '#features/mail/contract/mail-permissions.ts'
import { readPlugins } from '#features/plugins/contract.ts'
import {
  approveReleases,
  createReleases,
  deleteReleases,
  readReleases,
  retryReleases,
} from '#features/releases/contract.ts'
import { configureTracker } from '#features/rnd-projects/contract.ts'
import { assignRoles } from '#features/role-grants/contract.ts'
import { readRunways } from '#features/runway/contract.ts'
import { readSystem } from '#features/system/contract.ts'
import { downloadReleases, shareFiles } from '#features/uploads/contract.ts'
import { approveDeletions, configureDeletion, deleteUsers } from '#features/user-deletion/contract.ts'
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
} from '#features/user-management/contract.ts'
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
  seeInternal,
  deleteCases,
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

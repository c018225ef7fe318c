import { readSystem } from '#features/access/roles/contract.ts'
import { impersonateUsers, readImpersonations } from '#features/access/sessions/contract.ts'
import { readPlugins, refreshPlugins } from '#features/accounts/plugins/contract.ts'
import { configureWiki } from '#features/collaboration/wiki-mirrors/contract.ts'
import { manageCommonConfigs } from '#features/home/common-configs/contract.ts'
import { configureBuilds } from '#features/infrastructure/build-automation/contract.ts'
import { signCertificates } from '#features/infrastructure/certificates/contract.ts'
import { manageCloudRegions } from '#features/infrastructure/cloud-regions/contract.ts'
import { readLinkJobs, startLinkJobs } from '#features/infrastructure/link-jobs/contract.ts'
import { createUsers } from '#features/onboarding/invitations/contract.ts'
import { readAudit } from '#features/platform/audit/contract.ts'
import { editSettings } from '#features/platform/settings/contract.ts'
import { manageWebhooks } from '#features/platform/webhooks/contract.ts'
import { manageProviders } from '#features/sign-in/identity-providers/contract.ts'
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
import { manageRegistryAccess } from '#features/software/registry/contract.ts'
import {
  approveReleases,
  createReleases,
  deleteReleases,
  readReleases,
  retryReleases,
} from '#features/software/releases/contract.ts'
import { downloadReleases, shareFiles } from '#features/software/uploads/contract.ts'
import { configureCrm, readCrm } from '#features/subscriptions/crm/contract.ts'
import {
  attachToCases,
  commentCases,
  convertCases,
  createCases,
  deleteCases,
  editCases,
  editOutages,
  editSla,
  escalateCases,
  moveCases,
  readCases,
  readRnd,
  seeInternal,
  watchCases,
  workOnRnd,
} from '#features/support/case-access/contract.ts'
import { readCasesReport } from '#features/support/case-reports/contract.ts'
import { manageKnownIssues, readEveryKnownIssue, readKnownIssues } from '#features/support/known-issues/contract.ts'
import { openOriginals } from '#features/support/log-triage/contract.ts'
import { advanceReturns } from '#features/support/rma/contract.ts'
import { configureTracker, switchService } from '#features/support/rnd-projects/contract.ts'
import { manageSavedReplies } from '#features/support/saved-replies/contract.ts'
import { readSla } from '#features/support/sla/contract.ts'
import { editSlaClocks } from '#features/support/sla-clocks/contract.ts'
import {
  changeUserStates,
  endUserSessions,
  moveBetweenProviders,
  readUsers,
  resetFactors,
  resetPasswords,
  switchUserPlugins,
  syncUsers,
  updateUsers,
} from '#features/users/managed-users/contract.ts'
import { assignRoles } from '#features/users/role-assignment/contract.ts'
import { approveDeletions, configureDeletion, deleteUsers } from '#features/users/user-deletion/contract.ts'
import type { Permission } from '#kit/contract/permission.ts'
import { accountPermissions } from './account-permissions.ts'

/** Permissions on cases and what belongs to them, in the order in which users read them. */
const supportPermissions: readonly Permission[] = [
  readCases,
  createCases,
  commentCases,
  attachToCases,
  openOriginals,
  watchCases,
  editCases,
  moveCases,
  escalateCases,
  seeInternal,
  deleteCases,
  convertCases,
  editOutages,
  advanceReturns,
  readKnownIssues,
  readEveryKnownIssue,
  manageKnownIssues,
  manageSavedReplies,
  readCasesReport,
  readSla,
  editSla,
  editSlaClocks,
  readRnd,
  workOnRnd,
  configureTracker,
  switchService,
]

/** Every permission that guards an endpoint or shows more of its reply, in the order in which users read them. */
export const permissions: readonly Permission[] = [
  ...accountPermissions,
  ...supportPermissions,
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
  manageRegistryAccess,
  deleteUsers,
  approveDeletions,
  configureDeletion,
  impersonateUsers,
  readImpersonations,
  manageProviders,
  readAudit,
  readSystem,
  editSettings,
  readCrm,
  configureCrm,
  manageCommonConfigs,
  manageWebhooks,
  manageCloudRegions,
  readLinkJobs,
  startLinkJobs,
  configureBuilds,
  configureWiki,
  signCertificates,
]

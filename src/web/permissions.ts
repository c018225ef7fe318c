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
import { supportPermissions } from './support-permissions.ts'

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

import { impersonateUsers, readImpersonations } from '#features/access/sessions/contract.ts'
import {
  assignCsms,
  changeLogos,
  createAccounts,
  deleteAccounts,
  editPlans,
  federateAccounts,
  manageAccountTokens,
  readAccounts,
  readCsms,
  readPlans,
  requireMfa,
  testNames,
  updateAccounts,
} from '#features/accounts/accounts/contract.ts'
import { readPlugins, refreshPlugins } from '#features/accounts/plugins/contract.ts'
import { writeCalendar } from '#features/calendar/events/contract.ts'
import { manageTags, readCalendar } from '#features/calendar/tags/contract.ts'
import { readChat, writeChat } from '#features/collaboration/chat/contract.ts'
import { manageTeams, readTeams } from '#features/collaboration/teams/contract.ts'
import { readWiki, writeWiki } from '#features/collaboration/wiki/contract.ts'
import { readChecklists } from '#features/home/checklist/contract.ts'
import { manageCommonConfigs } from '#features/home/common-configs/contract.ts'
import { configureBuilds } from '#features/infrastructure/build-automation/contract.ts'
import { signCertificates } from '#features/infrastructure/certificates/contract.ts'
import { manageCloudRegions } from '#features/infrastructure/cloud-regions/contract.ts'
import { readLinkJobs, startLinkJobs } from '#features/infrastructure/link-jobs/contract.ts'
import { manageAnnouncements, manageCategories } from '#features/messaging/announcements/contract.ts'
import { manageTemplates, readTemplates } from '#features/messaging/templates/contract.ts'
import { configureMonitoring, readInventories } from '#features/monitoring/analytics/contract.ts'
import { readDetector } from '#features/monitoring/detector/contract.ts'
import { configureAlerting, createAlerts, readAlerts } from '#features/monitoring/incident-alerts/contract.ts'
import { acknowledgeInsights, configureInsights, readInsights } from '#features/monitoring/insights/contract.ts'
import { manageDeployments, readAnalytics, readMonitoring } from '#features/monitoring/metrics/contract.ts'
import { readUptimes } from '#features/monitoring/uptime/contract.ts'
import {
  askForAccounts,
  decideAccountRequests,
  readAccountRequests,
} from '#features/onboarding/account-requests/contract.ts'
import { createUsers } from '#features/onboarding/invitations/contract.ts'
import { reviewJoinRequests } from '#features/onboarding/join-requests/contract.ts'
import { readAudit } from '#features/platform/audit/contract.ts'
import { operateConnections } from '#features/platform/connections/contract.ts'
import { operateMail, showMailLinks } from '#features/platform/mail/contract.ts'
import { editSettings } from '#features/platform/settings/contract.ts'
import { readSystem } from '#features/platform/system/contract.ts'
import { manageWebhooks } from '#features/platform/webhooks/contract.ts'
import { manageAllowed, manageForbidden } from '#features/sign-in/domains/contract.ts'
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
import { manageDistributionGroups } from '#features/software/distribution-groups/contract.ts'
import { readOverview } from '#features/software/overview/contract.ts'
import { manageRegistryAccess } from '#features/software/registry/contract.ts'
import {
  approveReleases,
  createReleases,
  deleteReleases,
  readReleases,
  retryReleases,
} from '#features/software/releases/contract.ts'
import { manageRollouts, overrideRollouts, readRollouts } from '#features/software/rollouts/contract.ts'
import { manageSboms, searchSboms } from '#features/software/sbom/contract.ts'
import { downloadReleases, shareFiles } from '#features/software/uploads/contract.ts'
import { manageAnalyticsPlans, readAnalyticsPlans } from '#features/subscriptions/analytics-plans/contract.ts'
import { configureCrm, readCrm } from '#features/subscriptions/crm/contract.ts'
import {
  editSubscriptions,
  readSubscriptionHistory,
  readSubscriptions,
} from '#features/subscriptions/customer-plans/contract.ts'
import { comparePlans, manageFacets, managePlans } from '#features/subscriptions/plans/contract.ts'
import { readCasesReport } from '#features/support/case-reports/contract.ts'
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
import { manageKnownIssues, readEveryKnownIssue, readKnownIssues } from '#features/support/known-issues/contract.ts'
import { advanceReturns } from '#features/support/rma/contract.ts'
import { configureTracker, switchService } from '#features/support/rnd-projects/contract.ts'
import { editSla, readSla } from '#features/support/sla/contract.ts'
import { editSlaClocks } from '#features/support/sla-clocks/contract.ts'
import { assignRoles } from '#features/users/role-assignment/contract.ts'
import { approveDeletions, configureDeletion, deleteUsers } from '#features/users/user-deletion/contract.ts'
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
} from '#features/users/user-management/contract.ts'
import type { Permission } from '#kit/contract/permission.ts'

/** Every permission that guards an endpoint or shows more of its reply, in the order in which users read them. */
export const permissions: readonly Permission[] = [
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
  manageAccountTokens,
  readPlans,
  editPlans,
  comparePlans,
  readAnalyticsPlans,
  manageAnalyticsPlans,
  managePlans,
  manageFacets,
  readSubscriptions,
  editSubscriptions,
  readSubscriptionHistory,
  readMonitoring,
  readCalendar,
  writeCalendar,
  manageTags,
  readAlerts,
  configureAlerting,
  createAlerts,
  readWiki,
  writeWiki,
  readChat,
  writeChat,
  readInsights,
  readDetector,
  readUptimes,
  readInventories,
  acknowledgeInsights,
  configureInsights,
  manageDeployments,
  configureMonitoring,
  readAnalytics,
  readOverview,
  manageDistributionGroups,
  searchSboms,
  manageSboms,
  readRollouts,
  manageRollouts,
  overrideRollouts,
  readTeams,
  manageTeams,
  readChecklists,
  readAccountRequests,
  askForAccounts,
  decideAccountRequests,
  manageAllowed,
  manageAnnouncements,
  manageCategories,
  manageTemplates,
  readTemplates,
  operateConnections,
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
  advanceReturns,
  readKnownIssues,
  readEveryKnownIssue,
  manageKnownIssues,
  readCasesReport,
  readSla,
  editSla,
  editSlaClocks,
  readRnd,
  workOnRnd,
  configureTracker,
  switchService,
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
  signCertificates,
]

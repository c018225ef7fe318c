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
import { writeCalendar } from '#features/calendar/events/contract.ts'
import { manageTags, readCalendar } from '#features/calendar/tags/contract.ts'
import { readChat, writeChat } from '#features/collaboration/chat/contract.ts'
import { manageTeams, readTeams } from '#features/collaboration/teams/contract.ts'
import { readWiki, writeWiki } from '#features/collaboration/wiki/contract.ts'
import { readChecklists } from '#features/home/checklist/contract.ts'
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
import { reviewJoinRequests } from '#features/onboarding/join-requests/contract.ts'
import { operateConnections } from '#features/platform/connections/contract.ts'
import { operateMail, showMailLinks } from '#features/platform/mail/contract.ts'
import { manageAllowed, manageForbidden } from '#features/sign-in/domains/contract.ts'
import { manageDistributionGroups } from '#features/software/distribution-groups/contract.ts'
import { readOverview } from '#features/software/overview/contract.ts'
import { manageReceiptKeys, readReceipts, sendReceipts } from '#features/software/receipts/contract.ts'
import { manageRollouts, overrideRollouts, readRollouts } from '#features/software/rollouts/contract.ts'
import { manageSboms, searchSboms } from '#features/software/sbom/contract.ts'
import { manageAnalyticsPlans, readAnalyticsPlans } from '#features/subscriptions/analytics-plans/contract.ts'
import {
  editSubscriptions,
  readSubscriptionHistory,
  readSubscriptions,
} from '#features/subscriptions/customer-plans/contract.ts'
import { comparePlans, manageFacets, managePlans } from '#features/subscriptions/plans/contract.ts'
import type { Permission } from '#kit/contract/permission.ts'

/** Permissions on accounts, their subscriptions, monitoring, collaboration and onboarding, in the order in which users read them. */
export const accountPermissions: readonly Permission[] = [
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
  readReceipts,
  sendReceipts,
  manageReceiptKeys,
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
]

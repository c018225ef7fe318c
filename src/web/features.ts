import { accountsWeb } from '#features/accounts/account-pages/web/index.ts'
import { pluginsWeb } from '#features/accounts/plugins/web/index.ts'
import { calendarWeb } from '#features/calendar/calendar-pages/web/index.ts'
import { chatExtension, chatWeb } from '#features/collaboration/chat/web/index.ts'
import { teamsWeb } from '#features/collaboration/teams/web/index.ts'
import { wikiWeb } from '#features/collaboration/wiki/web/index.ts'
import { commonConfigsWeb } from '#features/home/common-configs/web/index.ts'
import { dashboardWeb } from '#features/home/dashboard/web/index.ts'
import { buildAutomationWeb } from '#features/infrastructure/build-automation/web/index.ts'
import { certificatesWeb } from '#features/infrastructure/certificates/web/index.ts'
import { cloudRegionsWeb } from '#features/infrastructure/cloud-regions/web/index.ts'
import { linkJobsWeb } from '#features/infrastructure/link-jobs/web/index.ts'
import { servicesMapWeb } from '#features/infrastructure/services-map/web/index.ts'
import { announcementsWeb } from '#features/messaging/announcements/web/index.ts'
import { templatesWeb } from '#features/messaging/templates/web/index.ts'
import { analyticsWeb } from '#features/monitoring/analytics/web/index.ts'
import { detectorWeb } from '#features/monitoring/detector/web/index.ts'
import { incidentAlertsWeb } from '#features/monitoring/incident-alerts/web/index.ts'
import { insightsExtension, insightsWeb } from '#features/monitoring/insights/web/index.ts'
import { metricsWeb } from '#features/monitoring/metrics/web/index.ts'
import { uptimeWeb } from '#features/monitoring/uptime/web/index.ts'
import { accountRequestsWeb } from '#features/onboarding/account-requests/web/index.ts'
import { invitationsWeb } from '#features/onboarding/invitations/web/index.ts'
import { joinRequestsWeb } from '#features/onboarding/join-requests/web/index.ts'
import { apiReferenceWeb } from '#features/platform/api-reference/web/index.ts'
import { auditWeb } from '#features/platform/audit/web/index.ts'
import { connectionsWeb } from '#features/platform/connections/web/index.ts'
import { mailWeb } from '#features/platform/mail/web/index.ts'
import { settingsWeb } from '#features/platform/settings/web/index.ts'
import { systemWeb } from '#features/platform/system/web/index.ts'
import { webhooksWeb } from '#features/platform/webhooks/web/index.ts'
import { domainsWeb } from '#features/sign-in/domains/web/index.ts'
import { impersonationWeb } from '#features/sign-in/impersonation/web/index.ts'
import { providerManagementWeb } from '#features/sign-in/provider-management/web/index.ts'
import { bundlesWeb } from '#features/software/bundle-pages/web/index.ts'
import { distributionGroupsWeb } from '#features/software/distribution-groups/web/index.ts'
import { overviewWeb } from '#features/software/overview/web/index.ts'
import { receiptsWeb } from '#features/software/receipts/web/index.ts'
import { registryWeb } from '#features/software/registry/web/index.ts'
import { releasesWeb } from '#features/software/release-pages/web/index.ts'
import { rolloutsWeb } from '#features/software/rollouts/web/index.ts'
import { sbomWeb } from '#features/software/sbom/web/index.ts'
import { uploadsWeb } from '#features/software/uploads/web/index.ts'
import { analyticsPlansWeb } from '#features/subscriptions/analytics-plans/web/index.ts'
import { crmWeb } from '#features/subscriptions/crm/web/index.ts'
import { customerPlansWeb } from '#features/subscriptions/customer-plans/web/index.ts'
import { plansWeb } from '#features/subscriptions/plans/web/index.ts'
import { caseLinksExtension } from '#features/support/case-links/web/index.ts'
import { casesWeb } from '#features/support/case-pages/web/index.ts'
import { caseRepliesWeb } from '#features/support/case-replies/web/index.ts'
import { caseReportsWeb } from '#features/support/case-reports/web/index.ts'
import { escalationExtension, escalationWeb } from '#features/support/escalation/web/index.ts'
import { knownIssuesExtension, knownIssuesWeb } from '#features/support/known-issues/web/index.ts'
import { outageReportsWeb } from '#features/support/outage-reports/web/index.ts'
import { outagesExtension, outagesWeb } from '#features/support/outages/web/index.ts'
import { rmaExtension } from '#features/support/rma/web/index.ts'
import { savedRepliesWeb } from '#features/support/saved-replies/web/index.ts'
import { slaWeb } from '#features/support/sla/web/index.ts'
import { slaClocksExtension, slaClocksWeb } from '#features/support/sla-clocks/web/index.ts'
import { tmfTicketsWeb } from '#features/support/tmf-tickets/web/index.ts'
import { trackerWeb } from '#features/support/tracker/web/index.ts'
import { accessDecisionsWeb } from '#features/users/access-decisions/web/index.ts'
import { roleGrantsWeb } from '#features/users/role-assignment/web/index.ts'
import { userDeletionWeb } from '#features/users/user-deletion/web/index.ts'
import { userManagementWeb } from '#features/users/user-pages/web/index.ts'
import { usersWeb } from '#features/users/users/web/index.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { registerPermissions } from '#kit/web/who/permission-catalogue.ts'

registerPermissions(() => import('./permissions.ts').then(({ permissions }) => permissions))

/**
 * Every feature that has pages, rail rows or actions. A feature that is not in this list does not exist for the
 * browser.
 */
export const features: readonly FeatureWeb[] = [
  dashboardWeb,
  accountsWeb,
  accountRequestsWeb,
  announcementsWeb,
  templatesWeb,
  apiReferenceWeb,
  bundlesWeb,
  linkJobsWeb,
  buildAutomationWeb,
  cloudRegionsWeb,
  certificatesWeb,
  servicesMapWeb,
  commonConfigsWeb,
  casesWeb([
    slaClocksExtension,
    outagesExtension,
    rmaExtension,
    escalationExtension,
    caseLinksExtension,
    knownIssuesExtension,
    insightsExtension,
    chatExtension,
  ]),
  caseReportsWeb,
  knownIssuesWeb,
  domainsWeb,
  escalationWeb,
  impersonationWeb,
  invitationsWeb,
  joinRequestsWeb,
  mailWeb,
  caseRepliesWeb,
  outagesWeb,
  outageReportsWeb,
  plansWeb,
  providerManagementWeb,
  releasesWeb,
  overviewWeb,
  rolloutsWeb,
  distributionGroupsWeb,
  receiptsWeb,
  sbomWeb,
  registryWeb,
  // After the releases on the dashboard of an account.
  analyticsPlansWeb,
  customerPlansWeb,
  crmWeb,
  metricsWeb,
  insightsWeb,
  analyticsWeb,
  uptimeWeb,
  incidentAlertsWeb,
  chatWeb,
  detectorWeb,
  calendarWeb,
  teamsWeb,
  wikiWeb,
  roleGrantsWeb,
  settingsWeb,
  savedRepliesWeb,
  slaWeb,
  slaClocksWeb,
  pluginsWeb,
  tmfTicketsWeb,
  trackerWeb,
  connectionsWeb,
  auditWeb,
  systemWeb,
  uploadsWeb,
  userDeletionWeb,
  userManagementWeb,
  usersWeb,
  webhooksWeb,
  accessDecisionsWeb,
]

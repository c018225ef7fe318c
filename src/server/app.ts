import { openSessions, sessionsFeature } from '#features/access/sessions/server/index.ts'
import { accounts } from '#features/accounts/accounts/server/index.ts'
import { pluginsByAccount, pluginsFeature } from '#features/accounts/plugins/server/index.ts'
import { calendarFeature, readMaintenance, takeEventAnswer } from '#features/calendar/events/server/index.ts'
import { calendarFeedsFeature } from '#features/calendar/feeds/server/index.ts'
import { calendarTagsFeature } from '#features/calendar/tags/server/index.ts'
import { chatFeature } from '#features/collaboration/chat/server/index.ts'
import { teamsFeature } from '#features/collaboration/teams/server/index.ts'
import { wikiFeature } from '#features/collaboration/wiki/server/index.ts'
import { wikiAdapter, wikiMirrorsFeature } from '#features/collaboration/wiki-mirrors/server/index.ts'
import { checklistFeature } from '#features/home/checklist/server/index.ts'
import { commonConfigsFeature } from '#features/home/common-configs/server/index.ts'
import { searchFeature } from '#features/home/search/server/index.ts'
import { buildAdapter, buildAutomationFeature } from '#features/infrastructure/build-automation/server/index.ts'
import { certificatesFeature } from '#features/infrastructure/certificates/server/index.ts'
import { cloudRegionsFeature } from '#features/infrastructure/cloud-regions/server/index.ts'
import { linkBuilds, linkJobsFeature } from '#features/infrastructure/link-jobs/server/index.ts'
import { servicesMapFeature } from '#features/infrastructure/services-map/server/index.ts'
import {
  announcementDigests,
  announcements,
  signInBanners,
  templateUses,
} from '#features/messaging/announcements/server/index.ts'
import { notificationsFeature, openNotifier } from '#features/messaging/notifications/server/index.ts'
import { templates } from '#features/messaging/templates/server/index.ts'
import { webPushFeature } from '#features/messaging/web-push/server/index.ts'
import { analyticsFeature } from '#features/monitoring/analytics/server/index.ts'
import { detectorFeature } from '#features/monitoring/detector/server/index.ts'
import { alertingAdapter, incidentAlertsFeature } from '#features/monitoring/incident-alerts/server/index.ts'
import { insightsFeature } from '#features/monitoring/insights/server/index.ts'
import { metricAdapter, metricsFeature } from '#features/monitoring/metrics/server/index.ts'
import { simulatorFeature } from '#features/monitoring/simulator/server/index.ts'
import { uptimeFeature } from '#features/monitoring/uptime/server/index.ts'
import { accountRequests } from '#features/onboarding/account-requests/server/index.ts'
import { invitationsFeature } from '#features/onboarding/invitations/server/index.ts'
import { joinRequestsFeature } from '#features/onboarding/join-requests/server/index.ts'
import { onboardingFeature } from '#features/onboarding/sign-up/server/index.ts'
import { auditFeature } from '#features/platform/audit/server/index.ts'
import { type Adapter, connectionsFeature } from '#features/platform/connections/server/index.ts'
import { fileChecksFeature } from '#features/platform/file-scans/server/index.ts'
import { jobsFeature } from '#features/platform/jobs/server/index.ts'
import { mailFeature } from '#features/platform/mail/server/index.ts'
import { settingsFeature } from '#features/platform/settings/server/index.ts'
import { signingFeature } from '#features/platform/signing/server/index.ts'
import { systemFeature } from '#features/platform/system/server/index.ts'
import { webhooksFeature } from '#features/platform/webhooks/server/index.ts'
import { domainsFeature } from '#features/sign-in/domains/server/index.ts'
import { identityProviders } from '#features/sign-in/identity-providers/server/index.ts'
import { impersonationFeature } from '#features/sign-in/impersonation/server/index.ts'
import { providerManagementFeature } from '#features/sign-in/provider-management/server/index.ts'
import { scimFeature } from '#features/sign-in/scim/server/index.ts'
import { bundlesFeature } from '#features/software/bundles/server/index.ts'
import { distributionGroupsFeature } from '#features/software/distribution-groups/server/index.ts'
import { imagesFeature } from '#features/software/images/server/index.ts'
import { notesFeature } from '#features/software/notes/server/index.ts'
import { overviewFeature } from '#features/software/overview/server/index.ts'
import { receiptsFeature } from '#features/software/receipts/server/index.ts'
import { registryFeature } from '#features/software/registry/server/index.ts'
import { releasesFeature, releasesSeenIn } from '#features/software/releases/server/index.ts'
import { rolloutsFeature } from '#features/software/rollouts/server/index.ts'
import { sbomFeature } from '#features/software/sbom/server/index.ts'
import { fileSharingAdapter, registryAdapter, uploadsFeature } from '#features/software/uploads/server/index.ts'
import { analyticsPlansAdapter, analyticsPlansFeature } from '#features/subscriptions/analytics-plans/server/index.ts'
import { crmAdapter, crmFeature } from '#features/subscriptions/crm/server/index.ts'
import { customerPlansFeature, giveDefaultSubscription } from '#features/subscriptions/customer-plans/server/index.ts'
import { plansFeature } from '#features/subscriptions/plans/server/index.ts'
import { caseAttachmentsFeature } from '#features/support/attachments/server/index.ts'
import { readEveryCase } from '#features/support/case-access/contract.ts'
import { casesOfUser, casesSeenIn } from '#features/support/case-access/server/index.ts'
import { caseBulkFeature } from '#features/support/case-bulk/server/index.ts'
import { caseLinksFeature } from '#features/support/case-links/server/index.ts'
import { caseNotificationsFeature } from '#features/support/case-notifications/server/index.ts'
import { caseReplies } from '#features/support/case-replies/server/index.ts'
import { caseReportsFeature } from '#features/support/case-reports/server/index.ts'
import { casesFeature, transferCases } from '#features/support/cases/server/index.ts'
import { caseCommentsFeature } from '#features/support/comments/server/index.ts'
import { escalationFeature } from '#features/support/escalation/server/index.ts'
import { knownIssuesFeature } from '#features/support/known-issues/server/index.ts'
import { logTriageFeature } from '#features/support/log-triage/server/index.ts'
import { outageReportsFeature } from '#features/support/outage-reports/server/index.ts'
import { outagesFeature } from '#features/support/outages/server/index.ts'
import { rmaFeature } from '#features/support/rma/server/index.ts'
import { rndProjectsFeature } from '#features/support/rnd-projects/server/index.ts'
import { savedRepliesFeature } from '#features/support/saved-replies/server/index.ts'
import { slaFeature } from '#features/support/sla/server/index.ts'
import { slaClocksFeature } from '#features/support/sla-clocks/server/index.ts'
import { tmfTicketsFeature } from '#features/support/tmf-tickets/server/index.ts'
import { trackerAdapter, trackerFeature } from '#features/support/tracker/server/index.ts'
import { accessDecisionsFeature } from '#features/users/access-decisions/server/index.ts'
import { accessRequestsFeature } from '#features/users/access-requests/server/index.ts'
import { passwordsFeature } from '#features/users/passwords/server/index.ts'
import { roleGrantsFeature } from '#features/users/role-assignment/server/index.ts'
import { secondFactorsFeature } from '#features/users/second-factors/server/index.ts'
import { signInMailFeature } from '#features/users/sign-in-mail/server/index.ts'
import { userDeletion } from '#features/users/user-deletion/server/index.ts'
import { deleteWithAccount, directorySource, userManagement } from '#features/users/user-management/server/index.ts'
import { usersFeature } from '#features/users/users/server/index.ts'
import { analyticsApi } from '#integrations/analytics-api/server/index.ts'
import { analyticsPlansApi } from '#integrations/analytics-plans-api/server/index.ts'
import { ecrRegistry } from '#integrations/aws-ecr/server/index.ts'
import { boxFiles } from '#integrations/box/server/index.ts'
import { clamavScanner } from '#integrations/clamav/server/index.ts'
import { confluence } from '#integrations/confluence/server/index.ts'
import { googleRegistry } from '#integrations/google-artifact-registry/server/index.ts'
import { jenkins } from '#integrations/jenkins/server/index.ts'
import { jiraCloud } from '#integrations/jira-cloud/server/index.ts'
import { jiraDataCenter } from '#integrations/jira-data-center/server/index.ts'
import { jiraServiceManagement } from '#integrations/jsm/server/index.ts'
import { ociRegistry } from '#integrations/oci-registry/server/index.ts'
import { oktaDirectory, oktaHooks } from '#integrations/okta/server/index.ts'
import { jsmOperations, opsgenie } from '#integrations/opsgenie/server/index.ts'
import { pagerDuty } from '#integrations/pagerduty/server/index.ts'
import { prometheusMetrics } from '#integrations/prometheus/server/index.ts'
import { salesforceCrm } from '#integrations/salesforce/server/index.ts'
import { usersErasedFrom } from './erase-users.ts'
import { machineAccesses } from './machine-access.ts'
import type { AppDefinition } from './open-portal.ts'
import { templateEvents } from './template-events.ts'

const directories = { OKTA: oktaDirectory }

const alerting = [opsgenie, jsmOperations, pagerDuty].map(alertingAdapter)

const trackers = [jiraCloud, jiraDataCenter, jiraServiceManagement].map(trackerAdapter)

const builds = buildAdapter(jenkins, linkBuilds)

const wikis = wikiAdapter(confluence)

const metricSystems = [prometheusMetrics]

/** The assembly of the product: the one place that knows every feature and integration. */
export const appDefinition: AppDefinition = appWith([])

/** The product with connectors of these adapters besides its own. */
export function appWith(others: readonly Adapter[]): AppDefinition {
  const subscriptions = [crmAdapter(salesforceCrm), analyticsPlansAdapter(analyticsPlansApi)]
  const metrics = metricSystems.map(metricAdapter)
  const outside = [
    ...trackers,
    ...alerting,
    ...subscriptions,
    analyticsApi.adapter,
    ...metrics,
    builds,
    wikis,
    ...[ociRegistry, ecrRegistry, googleRegistry].map(registryAdapter),
    fileSharingAdapter(boxFiles),
  ]
  const adapters: readonly Adapter[] = [...outside, ...others]
  const ports = { adapters, sources: [directorySource(directories, { okta: 'Okta' })] }
  return {
    openSessions,
    openNotifier,
    features: [
      sessionsFeature,
      identityProviders(signInBanners),
      providerManagementFeature,
      scimFeature,
      signInMailFeature,
      passwordsFeature,
      secondFactorsFeature,
      usersFeature,
      userManagement(directories),
      oktaHooks,
      roleGrantsFeature,
      invitationsFeature,
      userDeletion({
        casesOf: casesOfUser,
        transferCases,
        machineAccesses,
        erase: usersErasedFrom,
      }),
      impersonationFeature,
      accessDecisionsFeature,
      accessRequestsFeature,
      accounts({ pluginsByAccount, readEveryCase, casesSeenIn, releasesSeenIn, deleteWithAccount }),
      accountRequests(giveDefaultSubscription),
      pluginsFeature(Object.fromEntries(adapters.map(({ system, name }) => [system, name]))),
      domainsFeature,
      joinRequestsFeature,
      onboardingFeature,
      checklistFeature,
      templates(templateUses(templateEvents)),
      webPushFeature,
      notificationsFeature([announcementDigests]),
      announcements(templateEvents),
      teamsFeature,
      casesFeature,
      caseNotificationsFeature,
      caseBulkFeature,
      caseLinksFeature,
      caseCommentsFeature,
      caseAttachmentsFeature,
      logTriageFeature,
      knownIssuesFeature,
      caseReplies([takeEventAnswer]),
      rndProjectsFeature,
      escalationFeature,
      outagesFeature,
      outageReportsFeature,
      slaFeature,
      slaClocksFeature,
      savedRepliesFeature,
      rmaFeature,
      caseReportsFeature,
      trackerFeature(trackers),
      tmfTicketsFeature,
      bundlesFeature,
      imagesFeature,
      uploadsFeature,
      fileChecksFeature(clamavScanner),
      releasesFeature,
      distributionGroupsFeature,
      overviewFeature,
      rolloutsFeature,
      receiptsFeature,
      sbomFeature,
      registryFeature,
      notesFeature,
      plansFeature,
      customerPlansFeature,
      analyticsPlansFeature,
      metricsFeature(metricSystems),
      analyticsFeature(analyticsApi),
      simulatorFeature,
      crmFeature,
      calendarTagsFeature,
      calendarFeature,
      calendarFeedsFeature,
      insightsFeature,
      uptimeFeature(readMaintenance),
      incidentAlertsFeature(alerting),
      chatFeature,
      wikiFeature,
      wikiMirrorsFeature(wikis),
      cloudRegionsFeature,
      certificatesFeature,
      servicesMapFeature,
      buildAutomationFeature(builds, linkBuilds),
      linkJobsFeature,
      detectorFeature(readMaintenance),
      commonConfigsFeature,
      searchFeature,
      auditFeature,
      jobsFeature,
      mailFeature,
      webhooksFeature,
      settingsFeature,
      signingFeature,
      connectionsFeature(ports),
      systemFeature(ports),
    ],
  }
}

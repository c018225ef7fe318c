import { accountsAndPeople } from './migrations/0001-accounts-and-people.ts'
import { eventsAndWork } from './migrations/0002-events-and-work.ts'
import { liveMessages } from './migrations/0003-live.ts'
import { sessionsAndSignIn } from './migrations/0004-sessions-and-sign-in.ts'
import { cases } from './migrations/0005-cases.ts'
import { caseSearch } from './migrations/0006-case-search.ts'
import { callCounts } from './migrations/0007-call-counts.ts'
import { rndProjects } from './migrations/0008-rnd-projects.ts'
import { managingPeople } from './migrations/0009-managing-people.ts'
import { software } from './migrations/0010-software.ts'
import { formerUsers } from './migrations/0011-former-users.ts'
import { quickLists } from './migrations/0012-quick-lists.ts'
import { searchByAccount } from './migrations/0013-search-by-account.ts'
import { onboarding } from './migrations/0014-onboarding.ts'
import { quickSearch } from './migrations/0015-quick-search.ts'
import { signOn } from './migrations/0016-sign-on.ts'
import { passkeys } from './migrations/0017-passkeys.ts'
import { domainProofs } from './migrations/0018-domain-proofs.ts'
import { outbox } from './migrations/0019-outbox.ts'
import { archiveChecksums } from './migrations/0020-archive-checksums.ts'
import { directoryNews } from './migrations/0021-directory-news.ts'
import { samlKeys } from './migrations/0022-saml-keys.ts'
import { unlimitedSeats } from './migrations/0023-unlimited-seats.ts'
import { wordsAnywhere } from './migrations/0024-words-anywhere.ts'
import { accessRequests } from './migrations/0025-access-requests.ts'
import { fileVerdicts } from './migrations/0026-file-verdicts.ts'
import { accountStorage } from './migrations/0027-account-storage.ts'
import { logbookByTime } from './migrations/0028-logbook-by-time.ts'
import { totpEnrolments } from './migrations/0031-totp-enrolments.ts'
import { makersThroughImpersonation } from './migrations/0032-makers-through-impersonation.ts'
import { suspendedPasskeys } from './migrations/0033-suspended-passkeys.ts'
import { testedProviders } from './migrations/0034-tested-providers.ts'
import { eventLease } from './migrations/0035-event-lease.ts'
import { jobWorkers } from './migrations/0036-job-workers.ts'
import { droppedMail } from './migrations/0037-dropped-mail.ts'
import { releaseRejections } from './migrations/0040-release-rejections.ts'
import { signUps } from './migrations/0041-sign-ups.ts'
import { deletedReleases } from './migrations/0042-deleted-releases.ts'
import { unansweredDomains } from './migrations/0043-unanswered-domains.ts'
import { plainTableNames } from './migrations/0050-plain-table-names.ts'
import { deploymentSearch } from './migrations/0051-deployment-search.ts'
import { caseResolutions } from './migrations/0055-case-resolutions.ts'
import { rndIssues } from './migrations/0056-rnd-issues.ts'
import { outages } from './migrations/0057-outages.ts'
import { fieldsOfOutages } from './migrations/0058-fields-of-outages.ts'
import { slaMonths } from './migrations/0059-sla-months.ts'
import { announcements } from './migrations/0060-announcements.ts'
import { subscriptions } from './migrations/0062-subscriptions.ts'
import { returnsAndReports } from './migrations/0064-returns-and-reports.ts'
import { webhooks } from './migrations/0065-webhooks.ts'
import { templates } from './migrations/0066-templates.ts'
import { announcementTests } from './migrations/0067-announcement-tests.ts'
import { connections } from './migrations/0068-connections.ts'
import { hookEvents } from './migrations/0069-hook-events.ts'
import { settings } from './migrations/0070-settings.ts'
import { crm } from './migrations/0071-crm.ts'
import { deploymentTokens } from './migrations/0073-deployment-tokens.ts'
import { metricStore } from './migrations/0074-metric-store.ts'
import { plainStoredValues } from './migrations/0076-plain-stored-values.ts'
import { insights } from './migrations/0077-insights.ts'
import { analytics } from './migrations/0079-analytics.ts'
import { componentSources } from './migrations/0081-component-sources.ts'
import { containerImages } from './migrations/0082-container-images.ts'
import { registryAccess } from './migrations/0083-registry-access.ts'
import { trackers } from './migrations/0084-trackers.ts'
import { commentsOfTrackers } from './migrations/0085-comments-of-trackers.ts'
import { analyticsPlans } from './migrations/0087-analytics-plans.ts'
import { announcementFiles } from './migrations/0088-announcement-files.ts'
import { webPush } from './migrations/0089-web-push.ts'
import { notificationHours } from './migrations/0090-notification-hours.ts'
import { credentialReminders } from './migrations/0091-credential-reminders.ts'
import { planLimits } from './migrations/0093-plan-limits.ts'
import { subscriptionReminders } from './migrations/0094-subscription-reminders.ts'
import { modemCounts } from './migrations/0095-modem-counts.ts'
import { uptime } from './migrations/0097-uptime.ts'
import { inventory } from './migrations/0098-inventory.ts'
import { monitoringStates } from './migrations/0099-monitoring-states.ts'
import { slaClocks } from './migrations/0100-sla-clocks.ts'
import { outageClocks } from './migrations/0101-outage-clocks.ts'
import { bulkJobs } from './migrations/0102-bulk-jobs.ts'
import { connectionGate } from './migrations/0107-connection-gate.ts'
import { teams } from './migrations/0111-teams.ts'
import { distributionGroups } from './migrations/0112-distribution-groups.ts'
import { outageDetector } from './migrations/0114-outage-detector.ts'
import { chat } from './migrations/0116-chat.ts'
import { calendarTags } from './migrations/0118-calendar-tags.ts'
import { calendarEvents } from './migrations/0119-calendar-events.ts'
import { mailedInvitations } from './migrations/0120-mailed-invitations.ts'
import { calendarFeeds } from './migrations/0121-calendar-feeds.ts'
import { cloudRegions } from './migrations/0122-cloud-regions.ts'
import { incidentAlerts } from './migrations/0123-incident-alerts.ts'
import { wiki } from './migrations/0124-wiki.ts'
import { certificates } from './migrations/0125-certificates.ts'
import { rollouts } from './migrations/0127-rollouts.ts'
import { builds } from './migrations/0128-builds.ts'
import { linkJobs } from './migrations/0129-link-jobs.ts'
import { alertsOutside } from './migrations/0131-alerts-outside.ts'
import { connectionContract } from './migrations/0132-connection-contract.ts'
import { webhookQueue } from './migrations/0133-webhook-queue.ts'
import { outageReports } from './migrations/0134-outage-reports.ts'
import { sboms } from './migrations/0135-sboms.ts'
import { signedSlaMonths } from './migrations/0136-signed-sla-months.ts'
import { slaDisputes } from './migrations/0137-sla-disputes.ts'
import { outageCounts } from './migrations/0138-outage-counts.ts'
import { knownIssues } from './migrations/0139-known-issues.ts'
import { caseReplies } from './migrations/0140-case-replies.ts'
import { ticketExchange } from './migrations/0142-ticket-exchange.ts'
import { webhookSubscriptions } from './migrations/0143-webhook-subscriptions.ts'
import { connectionLimits } from './migrations/0144-connection-limits.ts'
import { mailCopies } from './migrations/0147-mail-copies.ts'
import { eventMail } from './migrations/0148-event-mail.ts'
import { wikiMirrors } from './migrations/0149-wiki-mirrors.ts'
import { analyticsPlansRead } from './migrations/0150-analytics-plans-read.ts'
import { mailTemplates } from './migrations/0151-mail-templates.ts'
import { savedReplies } from './migrations/0154-saved-replies.ts'
import { logReadings } from './migrations/0158-log-readings.ts'
import { metricCopies } from './migrations/0159-metric-copies.ts'
import { heatMapBlocks } from './migrations/0160-heat-map-blocks.ts'
import { outboxClaims } from './migrations/0161-outbox-claims.ts'
import { caseDigests } from './migrations/0162-case-digests.ts'
import { namedShareLinks } from './migrations/0163-named-share-links.ts'
import { signingKeyLists } from './migrations/0164-signing-key-lists.ts'
import { receipts } from './migrations/0165-receipts.ts'
import { checksumsOfImageParts } from './migrations/0172-checksums-of-image-parts.ts'
import { reportAndOutageIndexes } from './migrations/0178-report-and-outage-indexes.ts'
import { linesOfDeployments } from './migrations/0179-lines-of-deployments.ts'
import { heatMapBlocksAsNumbers } from './migrations/0180-heat-map-blocks-as-numbers.ts'
import { trackerMapping } from './migrations/0185-tracker-mapping.ts'
import { imagesOfAReleaseCounted } from './migrations/0191-images-of-a-release-counted.ts'
import { bytesOfConnectionCalls } from './migrations/0192-bytes-of-connection-calls.ts'
import { filesAndWatchersOfTrackers } from './migrations/0200-files-and-watchers-of-trackers.ts'
import { registriesOfReleases } from './migrations/0210-registries-of-releases.ts'
import { versionOfFetchedFiles } from './migrations/0220-version-of-fetched-files.ts'
import { keysBehindACommand } from './migrations/0221-keys-behind-a-command.ts'

/** Every migration, in the order in which they run. Released ones never change; new ones are added at the end. */
export const migrations: readonly { name: string; sql: string }[] = [
  accountsAndPeople,
  eventsAndWork,
  liveMessages,
  sessionsAndSignIn,
  cases,
  caseSearch,
  callCounts,
  rndProjects,
  managingPeople,
  software,
  formerUsers,
  quickLists,
  searchByAccount,
  onboarding,
  quickSearch,
  signOn,
  passkeys,
  domainProofs,
  outbox,
  archiveChecksums,
  directoryNews,
  samlKeys,
  unlimitedSeats,
  wordsAnywhere,
  accessRequests,
  fileVerdicts,
  accountStorage,
  logbookByTime,
  totpEnrolments,
  makersThroughImpersonation,
  suspendedPasskeys,
  testedProviders,
  eventLease,
  jobWorkers,
  droppedMail,
  releaseRejections,
  signUps,
  deletedReleases,
  unansweredDomains,
  plainTableNames,
  deploymentSearch,
  caseResolutions,
  rndIssues,
  outages,
  fieldsOfOutages,
  slaMonths,
  announcements,
  subscriptions,
  returnsAndReports,
  webhooks,
  templates,
  announcementTests,
  connections,
  hookEvents,
  settings,
  crm,
  deploymentTokens,
  metricStore,
  plainStoredValues,
  insights,
  analytics,
  componentSources,
  containerImages,
  registryAccess,
  trackers,
  commentsOfTrackers,
  analyticsPlans,
  announcementFiles,
  webPush,
  notificationHours,
  credentialReminders,
  planLimits,
  subscriptionReminders,
  modemCounts,
  uptime,
  inventory,
  monitoringStates,
  slaClocks,
  outageClocks,
  bulkJobs,
  connectionGate,
  teams,
  distributionGroups,
  outageDetector,
  chat,
  calendarTags,
  calendarEvents,
  mailedInvitations,
  calendarFeeds,
  cloudRegions,
  incidentAlerts,
  wiki,
  certificates,
  rollouts,
  builds,
  linkJobs,
  alertsOutside,
  connectionContract,
  webhookQueue,
  outageReports,
  sboms,
  signedSlaMonths,
  slaDisputes,
  outageCounts,
  knownIssues,
  caseReplies,
  ticketExchange,
  webhookSubscriptions,
  connectionLimits,
  mailCopies,
  eventMail,
  wikiMirrors,
  analyticsPlansRead,
  mailTemplates,
  savedReplies,
  logReadings,
  metricCopies,
  heatMapBlocks,
  outboxClaims,
  caseDigests,
  namedShareLinks,
  signingKeyLists,
  receipts,
  checksumsOfImageParts,
  reportAndOutageIndexes,
  linesOfDeployments,
  heatMapBlocksAsNumbers,
  trackerMapping,
  imagesOfAReleaseCounted,
  bytesOfConnectionCalls,
  filesAndWatchersOfTrackers,
  registriesOfReleases,
  versionOfFetchedFiles,
  keysBehindACommand,
]

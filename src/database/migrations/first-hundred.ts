import { accountsAndPeople } from './0001-accounts-and-people.ts'
import { eventsAndWork } from './0002-events-and-work.ts'
import { liveMessages } from './0003-live.ts'
import { sessionsAndSignIn } from './0004-sessions-and-sign-in.ts'
import { cases } from './0005-cases.ts'
import { caseSearch } from './0006-case-search.ts'
import { callCounts } from './0007-call-counts.ts'
import { rndProjects } from './0008-rnd-projects.ts'
import { managingPeople } from './0009-managing-people.ts'
import { software } from './0010-software.ts'
import { formerUsers } from './0011-former-users.ts'
import { quickLists } from './0012-quick-lists.ts'
import { searchByAccount } from './0013-search-by-account.ts'
import { onboarding } from './0014-onboarding.ts'
import { quickSearch } from './0015-quick-search.ts'
import { signOn } from './0016-sign-on.ts'
import { passkeys } from './0017-passkeys.ts'
import { domainProofs } from './0018-domain-proofs.ts'
import { outbox } from './0019-outbox.ts'
import { archiveChecksums } from './0020-archive-checksums.ts'
import { directoryNews } from './0021-directory-news.ts'
import { samlKeys } from './0022-saml-keys.ts'
import { unlimitedSeats } from './0023-unlimited-seats.ts'
import { wordsAnywhere } from './0024-words-anywhere.ts'
import { accessRequests } from './0025-access-requests.ts'
import { fileVerdicts } from './0026-file-verdicts.ts'
import { accountStorage } from './0027-account-storage.ts'
import { logbookByTime } from './0028-logbook-by-time.ts'
import { totpEnrolments } from './0031-totp-enrolments.ts'
import { makersThroughImpersonation } from './0032-makers-through-impersonation.ts'
import { suspendedPasskeys } from './0033-suspended-passkeys.ts'
import { testedProviders } from './0034-tested-providers.ts'
import { eventLease } from './0035-event-lease.ts'
import { jobWorkers } from './0036-job-workers.ts'
import { droppedMail } from './0037-dropped-mail.ts'
import { releaseRejections } from './0040-release-rejections.ts'
import { signUps } from './0041-sign-ups.ts'
import { deletedReleases } from './0042-deleted-releases.ts'
import { unansweredDomains } from './0043-unanswered-domains.ts'
import { plainTableNames } from './0050-plain-table-names.ts'
import { deploymentSearch } from './0051-deployment-search.ts'
import { caseResolutions } from './0055-case-resolutions.ts'
import { rndIssues } from './0056-rnd-issues.ts'
import { outages } from './0057-outages.ts'
import { fieldsOfOutages } from './0058-fields-of-outages.ts'
import { slaMonths } from './0059-sla-months.ts'
import { announcements } from './0060-announcements.ts'
import { subscriptions } from './0062-subscriptions.ts'
import { returnsAndReports } from './0064-returns-and-reports.ts'
import { webhooks } from './0065-webhooks.ts'
import { templates } from './0066-templates.ts'
import { announcementTests } from './0067-announcement-tests.ts'
import { connections } from './0068-connections.ts'
import { hookEvents } from './0069-hook-events.ts'
import { settings } from './0070-settings.ts'
import { crm } from './0071-crm.ts'
import { deploymentTokens } from './0073-deployment-tokens.ts'
import { metricStore } from './0074-metric-store.ts'
import { plainStoredValues } from './0076-plain-stored-values.ts'
import { insights } from './0077-insights.ts'
import { analytics } from './0079-analytics.ts'
import { componentSources } from './0081-component-sources.ts'
import { containerImages } from './0082-container-images.ts'
import { registryAccess } from './0083-registry-access.ts'
import { trackers } from './0084-trackers.ts'
import { commentsOfTrackers } from './0085-comments-of-trackers.ts'
import { analyticsPlans } from './0087-analytics-plans.ts'
import { announcementFiles } from './0088-announcement-files.ts'
import { webPush } from './0089-web-push.ts'
import { notificationHours } from './0090-notification-hours.ts'
import { credentialReminders } from './0091-credential-reminders.ts'
import { planLimits } from './0093-plan-limits.ts'
import { subscriptionReminders } from './0094-subscription-reminders.ts'
import { modemCounts } from './0095-modem-counts.ts'
import { uptime } from './0097-uptime.ts'
import { inventory } from './0098-inventory.ts'
import { monitoringStates } from './0099-monitoring-states.ts'

/** The migrations up to 0099, in the order in which they run. */
export const firstHundred: readonly { name: string; sql: string }[] = [
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
]

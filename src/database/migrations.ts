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
import { registriesOfReleases } from './migrations/0210-registries-of-releases.ts'
import { versionOfFetchedFiles } from './migrations/0220-version-of-fetched-files.ts'
import { keysBehindACommand } from './migrations/0221-keys-behind-a-command.ts'
import { filesAndWatchersOfTrackers } from './migrations/0222-files-and-watchers-of-trackers.ts'
import { indexOfSeveralCases } from './migrations/0230-index-of-several-cases.ts'
import { threeCredentialReminders } from './migrations/0250-three-credential-reminders.ts'
import { originalsOfMails } from './migrations/0300-originals-of-mails.ts'
import { authorsOfMails } from './migrations/0310-authors-of-mails.ts'
import { whenPeopleProvedThemselves } from './migrations/0320-when-people-proved-themselves.ts'
import { webhooksWithoutAMaker } from './migrations/0321-webhooks-without-a-maker.ts'
import { trustedAddresses } from './migrations/0322-trusted-addresses.ts'
import { seriesExpandedAgain } from './migrations/0330-series-expanded-again.ts'
import { versionsOfImportedEvents } from './migrations/0331-versions-of-imported-events.ts'
import { namesOfComponents } from './migrations/0340-names-of-components.ts'
import { sampleReaders } from './migrations/0360-sample-readers.ts'
import { failuresOfDeployments } from './migrations/0361-failures-of-deployments.ts'
import { lateConversions } from './migrations/0362-late-conversions.ts'
import { linksToNewAddresses } from './migrations/0363-links-to-new-addresses.ts'
import { oneTimeLinksOfMails } from './migrations/0370-one-time-links-of-mails.ts'
import { webhooksKeptWhilePaused } from './migrations/0371-webhooks-kept-while-paused.ts'
import { scim } from './migrations/0372-scim.ts'
import { firstHundred } from './migrations/first-hundred.ts'

/** Every migration, in the order in which they run. Released ones never change; new ones are added at the end. */
export const migrations: readonly { name: string; sql: string }[] = [
  ...firstHundred,
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
  registriesOfReleases,
  versionOfFetchedFiles,
  keysBehindACommand,
  filesAndWatchersOfTrackers,
  indexOfSeveralCases,
  threeCredentialReminders,
  oneTimeLinksOfMails,
  webhooksKeptWhilePaused,
  originalsOfMails,
  whenPeopleProvedThemselves,
  webhooksWithoutAMaker,
  trustedAddresses,
  authorsOfMails,
  seriesExpandedAgain,
  versionsOfImportedEvents,
  namesOfComponents,
  sampleReaders,
  failuresOfDeployments,
  lateConversions,
  linksToNewAddresses,
  scim,
]

import { assignDemoCsms, makeDemoAccounts } from '#features/accounts/accounts/server/index.ts'
import { makeDemoEvents } from '#features/calendar/events/server/index.ts'
import { makeDemoTags } from '#features/calendar/tags/server/index.ts'
import { makeDemoChat } from '#features/collaboration/chat/server/index.ts'
import { makeDemoTeams } from '#features/collaboration/teams/server/index.ts'
import { makeDemoWiki } from '#features/collaboration/wiki/server/index.ts'
import { makeDemoLinks } from '#features/home/common-configs/server/index.ts'
import { makeDemoRegions } from '#features/infrastructure/cloud-regions/server/index.ts'
import { makeDemoLinkJobs } from '#features/infrastructure/link-jobs/server/index.ts'
import { makeDemoAnnouncements } from '#features/messaging/demo-announcements/server/index.ts'
import { makeDemoDetector } from '#features/monitoring/detector/server/index.ts'
import { makeDemoAlerts } from '#features/monitoring/incident-alerts/server/index.ts'
import { makeDemoFindings } from '#features/monitoring/insights/server/index.ts'
import { makeDemoRequests } from '#features/onboarding/account-requests/server/index.ts'
import { makeDemoJoins } from '#features/onboarding/join-requests/server/index.ts'
import { makeDemoDomains } from '#features/sign-in/domains/server/index.ts'
import { makeDemoImpersonations } from '#features/sign-in/impersonation/server/index.ts'
import { makeDemoProvider } from '#features/sign-in/provider-management/server/index.ts'
import { makeDemoAnalyticsPlans } from '#features/subscriptions/analytics-plans/server/index.ts'
import { makeDemoCrmRecords } from '#features/subscriptions/crm/server/index.ts'
import { makeDemoSubscriptions } from '#features/subscriptions/customer-plans/server/index.ts'
import { makeDemoCases } from '#features/support/demo-cases/server/index.ts'
import { makeDemoRndIssues } from '#features/support/escalation/server/index.ts'
import { makeDemoKnownIssues } from '#features/support/known-issues/server/index.ts'
import { makeDemoOutageReports } from '#features/support/outage-reports/server/index.ts'
import { makeDemoOutages } from '#features/support/outages/server/index.ts'
import { makeDemoReturns } from '#features/support/rma/server/index.ts'
import { makeDemoSlaMonths } from '#features/support/sla/server/index.ts'
import { createDemoUsers, generateDemoUsers } from '#features/users/demo-users/server/index.ts'
import { giveDemoAuthenticators } from '#features/users/second-factors/server/index.ts'
import { dateNamedUsers, makeDemoStates } from '#features/users/user-management/server/index.ts'
import { type Database, liftTimeLimits } from '#kit/server/database.ts'
import type { SecretKeys } from '#kit/server/encryption.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'

/** The accounts that the named demo users belong to. */
export const demoAccounts = {
  customer: 'nordfeld-kabel',
  second: 'holmewick-media',
  parent: 'vantreight-group',
} as const

/**
 * Makes the small demo world on an empty database, all or nothing: operators, users, cases with their threads, waiting
 * requests, and the access log of the customer's account.
 */
export async function seedDemoData(db: Database, keys: SecretKeys): Promise<void> {
  await inTransaction(db, async (tx) => {
    await liftTimeLimits(tx)
    await makeDemoAccounts(tx)
    const users = await createDemoUsers(tx, demoAccounts)
    await generateDemoUsers(tx)
    await dateNamedUsers(tx)
    await makeDemoStates(tx)
    await makeDemoProvider(tx)
    await giveDemoAuthenticators(tx, keys)
    await assignDemoCsms(tx)
    await makeDemoSubscriptions(tx, demoAccounts.customer)
    await makeDemoCrmRecords(tx)
    await makeDemoAnalyticsPlans(tx)
    await makeDemoLinks(tx)
    await makeDemoRegions(tx)
    await makeDemoLinkJobs(tx, keys, demoAccounts.customer)
    await makeDemoCases(tx)
    await makeDemoKnownIssues(tx)
    await makeDemoTeams(tx, demoAccounts.customer)
    await makeDemoOutages(tx)
    await makeDemoOutageReports(tx, demoAccounts.customer)
    await makeDemoAlerts(tx)
    await makeDemoSlaMonths(tx)
    await makeDemoFindings(tx)
    await makeDemoDetector(tx)
    await makeDemoReturns(tx)
    await makeDemoAnnouncements(tx, users)
    await makeDemoRndIssues(tx, users.rnd.id)
    await makeDemoChat(tx, users, demoAccounts.customer)
    await makeDemoWiki(tx, users, demoAccounts.customer)
    await makeDemoDomains(tx, users)
    await makeDemoRequests(tx, users)
    await makeDemoJoins(tx, users)
    await makeDemoTags(tx)
    await makeDemoEvents(tx, users.csm.id)
    await makeDemoImpersonations(tx, users, demoAccounts.customer)
  })
}

import { openSessions, sessionsFeature } from '#features/access/sessions/server/index.ts'
import { accounts } from '#features/accounts/accounts/server/index.ts'
import { pluginsFeature } from '#features/accounts/plugins/server/index.ts'
import { checklistFeature } from '#features/home/checklist/server/index.ts'
import { searchFeature } from '#features/home/search/server/index.ts'
import {
  announcementsFeature,
  removeUserFromInbox,
  signInBanners,
} from '#features/messaging/announcements/server/index.ts'
import { metricsFeature } from '#features/monitoring/metrics/server/index.ts'
import { simulatorFeature } from '#features/monitoring/simulator/server/index.ts'
import { accountRequests } from '#features/onboarding/account-requests/server/index.ts'
import { invitationsFeature } from '#features/onboarding/invitations/server/index.ts'
import { joinRequestsFeature } from '#features/onboarding/join-requests/server/index.ts'
import { onboardingFeature } from '#features/onboarding/sign-up/server/index.ts'
import { auditFeature } from '#features/platform/audit/server/index.ts'
import { fileChecksFeature } from '#features/platform/file-scans/server/index.ts'
import { jobsFeature } from '#features/platform/jobs/server/index.ts'
import { mailFeature } from '#features/platform/mail/server/index.ts'
import { systemFeature } from '#features/platform/system/server/index.ts'
import { webhooksFeature } from '#features/platform/webhooks/server/index.ts'
import { domainsFeature } from '#features/sign-in/domains/server/index.ts'
import { identityProviders } from '#features/sign-in/identity-providers/server/index.ts'
import { impersonationFeature } from '#features/sign-in/impersonation/server/index.ts'
import { providerManagementFeature } from '#features/sign-in/provider-management/server/index.ts'
import { bundlesFeature } from '#features/software/bundles/server/index.ts'
import { notesFeature } from '#features/software/notes/server/index.ts'
import { releasesFeature, releasesSeenIn } from '#features/software/releases/server/index.ts'
import { uploadsFeature } from '#features/software/uploads/server/index.ts'
import { customerPlansFeature, giveDefaultSubscription } from '#features/subscriptions/customer-plans/server/index.ts'
import { plansFeature } from '#features/subscriptions/plans/server/index.ts'
import { caseAttachmentsFeature } from '#features/support/attachments/server/index.ts'
import { caseLinksFeature } from '#features/support/case-links/server/index.ts'
import { caseReportsFeature } from '#features/support/case-reports/server/index.ts'
import { readEveryCase } from '#features/support/cases/contract.ts'
import {
  casesFeature,
  casesOfUser,
  casesSeenIn,
  removeUserFromCases,
  transferCases,
} from '#features/support/cases/server/index.ts'
import { caseCommentsFeature } from '#features/support/comments/server/index.ts'
import { escalationFeature } from '#features/support/escalation/server/index.ts'
import { outagesFeature } from '#features/support/outages/server/index.ts'
import { rmaFeature } from '#features/support/rma/server/index.ts'
import { rndProjectsFeature } from '#features/support/rnd-projects/server/index.ts'
import { slaFeature } from '#features/support/sla/server/index.ts'
import { accessDecisionsFeature } from '#features/users/access-decisions/server/index.ts'
import { accessRequestsFeature } from '#features/users/access-requests/server/index.ts'
import { roleGrantsFeature } from '#features/users/role-assignment/server/index.ts'
import { userDeletion } from '#features/users/user-deletion/server/index.ts'
import { deleteWithAccount, userManagement } from '#features/users/user-management/server/index.ts'
import { usersFeature } from '#features/users/users/server/index.ts'
import { clamavScanner } from '#integrations/clamav/server/index.ts'
import { oktaDirectory, oktaHooks } from '#integrations/okta/server/index.ts'
import type { AppDefinition } from './open-portal.ts'

/** The assembly of the product: the one place that knows every feature and integration. */
export const appDefinition: AppDefinition = {
  openSessions,
  features: [
    sessionsFeature,
    identityProviders(signInBanners),
    providerManagementFeature,
    usersFeature,
    userManagement({ OKTA: oktaDirectory }),
    oktaHooks,
    roleGrantsFeature,
    invitationsFeature,
    userDeletion({ casesOf: casesOfUser, transferCases, erase: [removeUserFromCases, removeUserFromInbox] }),
    impersonationFeature,
    accessDecisionsFeature,
    accessRequestsFeature,
    accounts({ readEveryCase, casesSeenIn, releasesSeenIn, deleteWithAccount }),
    accountRequests(giveDefaultSubscription),
    pluginsFeature,
    domainsFeature,
    joinRequestsFeature,
    onboardingFeature,
    checklistFeature,
    announcementsFeature,
    casesFeature,
    caseLinksFeature,
    caseCommentsFeature,
    caseAttachmentsFeature,
    rndProjectsFeature,
    escalationFeature,
    outagesFeature,
    slaFeature,
    rmaFeature,
    caseReportsFeature,
    bundlesFeature,
    uploadsFeature,
    fileChecksFeature(clamavScanner),
    releasesFeature,
    notesFeature,
    plansFeature,
    customerPlansFeature,
    metricsFeature,
    simulatorFeature,
    searchFeature,
    auditFeature,
    jobsFeature,
    mailFeature,
    webhooksFeature,
    systemFeature,
  ],
}

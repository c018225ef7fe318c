import { accessRequestsFeature } from '#features/access-requests/server/index.ts'
import { accountManagementFeature } from '#features/account-management/server/index.ts'
import { accountRequestsFeature } from '#features/account-requests/server/index.ts'
import { accountsFeature } from '#features/accounts/server/index.ts'
import { auditFeature } from '#features/audit/server/index.ts'
import { bundlesFeature } from '#features/bundles/server/index.ts'
import { caseAttachmentsFeature } from '#features/case-attachments/server/index.ts'
import { caseCommentsFeature } from '#features/case-comments/server/index.ts'
import { casesFeature } from '#features/cases/server/index.ts'
import { domainsFeature } from '#features/domains/server/index.ts'
import { fileChecksFeature } from '#features/file-checks/server/index.ts'
import { identityProvidersFeature } from '#features/identity-providers/server/index.ts'
import { impersonationFeature } from '#features/impersonation/server/index.ts'
import { invitationsFeature } from '#features/invitations/server/index.ts'
import { jobsFeature } from '#features/jobs/server/index.ts'
import { joinRequestsFeature } from '#features/join-requests/server/index.ts'
import { mailFeature } from '#features/mail/server/index.ts'
import { notesFeature } from '#features/notes/server/index.ts'
import { onboardingFeature } from '#features/onboarding/server/index.ts'
import { pluginsFeature } from '#features/plugins/server/index.ts'
import { providerManagementFeature } from '#features/provider-management/server/index.ts'

import { releasesFeature } from '#features/releases/server/index.ts'
import { rndProjectsFeature } from '#features/rnd-projects/server/index.ts'
import { roleGrantsFeature } from '#features/role-grants/server/index.ts'
import { checklistFeature } from '#features/runway/server/index.ts'
import { searchFeature } from '#features/search/server/index.ts'
import { openSessions, sessionsFeature } from '#features/sessions/server/index.ts'
import { systemFeature } from '#features/system/server/index.ts'
import { uploadsFeature } from '#features/uploads/server/index.ts'
import { userDeletionFeature } from '#features/user-deletion/server/index.ts'
import { userManagement } from '#features/user-management/server/index.ts'
import { usersFeature } from '#features/users/server/index.ts'
import { accessDecisionsFeature } from '#features/why-not/server/index.ts'
import { clamavScanner } from '#integrations/clamav/server/index.ts'
import { oktaDirectory, oktaHooks } from '#integrations/okta/server/index.ts'
import type { AppDefinition } from './open-portal.ts'

/** What the product is put together from: the one place that knows every feature and integration. */
export const appDefinition: AppDefinition = {
  openSessions,
  features: [
    sessionsFeature,
    identityProvidersFeature,
    providerManagementFeature,
    usersFeature,
    userManagement({ OKTA: oktaDirectory }),
    oktaHooks,
    roleGrantsFeature,
    invitationsFeature,
    userDeletionFeature,
    impersonationFeature,
    accessDecisionsFeature,
    accessRequestsFeature,
    accountsFeature,
    accountManagementFeature,
    accountRequestsFeature,
    pluginsFeature,
    domainsFeature,
    joinRequestsFeature,
    onboardingFeature,
    checklistFeature,
    casesFeature,
    caseCommentsFeature,
    caseAttachmentsFeature,
    rndProjectsFeature,
    bundlesFeature,
    uploadsFeature,
    fileChecksFeature(clamavScanner),
    releasesFeature,
    notesFeature,
    searchFeature,
    auditFeature,
    jobsFeature,
    mailFeature,
    systemFeature,
  ],
}

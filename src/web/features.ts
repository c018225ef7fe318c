import { accessRequestsWeb } from '#features/access-requests/web/index.ts'
import { accountManagementWeb } from '#features/account-management/web/index.ts'
import { accountRequestsWeb } from '#features/account-requests/web/index.ts'
import { accountsWeb } from '#features/accounts/web/index.ts'
import { apiReferenceWeb } from '#features/api-reference/web/index.ts'
import { bundlesWeb } from '#features/bundles/web/index.ts'
import { casesWeb } from '#features/cases/web/index.ts'
import { domainsWeb } from '#features/domains/web/index.ts'
import { impersonationWeb } from '#features/impersonation/web/index.ts'
import { joinRequestsWeb } from '#features/join-requests/web/index.ts'
import { mailWeb } from '#features/mail/web/index.ts'
import { providerManagementWeb } from '#features/provider-management/web/index.ts'
import { releasesWeb } from '#features/releases/web/index.ts'
import { roleGrantsWeb } from '#features/role-grants/web/index.ts'
import { systemWeb } from '#features/system/web/index.ts'
import { uploadsWeb } from '#features/uploads/web/index.ts'
import { userDeletionWeb } from '#features/user-deletion/web/index.ts'
import { userManagementWeb } from '#features/user-management/web/index.ts'
import { usersWeb } from '#features/users/web/index.ts'
import { whyNotWeb } from '#features/why-not/web/index.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'

/** Every feature that has pages, rail rows or actions. A feature that is not in this list does not exist for the browser. */
export const features: readonly FeatureWeb[] = [
  accessRequestsWeb,
  accountsWeb,
  accountManagementWeb,
  accountRequestsWeb,
  apiReferenceWeb,
  bundlesWeb,
  casesWeb,
  domainsWeb,
  impersonationWeb,
  joinRequestsWeb,
  mailWeb,
  providerManagementWeb,
  releasesWeb,
  roleGrantsWeb,
  systemWeb,
  uploadsWeb,
  userDeletionWeb,
  userManagementWeb,
  usersWeb,
  whyNotWeb,
]

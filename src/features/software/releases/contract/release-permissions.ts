import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'
import en from '../messages/en.json' with { type: 'json' }

/**
 * Read releases: vendor staff those of every account, customers what was delivered to theirs. The permission table has
 * it as `bundle:read (through their releases)`; it is held per account, which reading bundles is not.
 */
export const readReleases = permission(
  'release:read',
  everyVendorRole.filter(({ role }) => role !== 'HARMONIC_NOC'),
  roles('MANAGER', 'USER'),
)
export const createReleases = permission('release:create', roles('ADMIN', 'RELMGR'))
/** Never for a release that the same user created. */
export const approveReleases = permission('release:approve', roles('ADMIN', 'RELEASE_APPROVER'))
/**
 * Retry a failed delivery, which was approved already. Added to the permission table: the users who created or approved
 * it see it fail.
 */
export const retryReleases = permission('release:retry', roles('ADMIN', 'RELMGR', 'RELEASE_APPROVER'))
export const deleteReleases = permission('release:delete', roles('ADMIN'))

export const releaseProblems = problems(en.problems, {
  'release-not-found': 404,
  'release-bundle-empty': 409,
  'release-component-not-in-storage': 409,
  'self-approval-forbidden': 403,
  'release-already-approved': 409,
  'release-rejected': 409,
  'release-not-approved': 409,
  'release-not-failed': 409,
  'release-step-not-failed': 409,
  'release-in-progress': 409,
  'release-not-signed': 409,
})

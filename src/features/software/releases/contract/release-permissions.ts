import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'

/**
 * Read releases: vendor staff those of every account, customers what was delivered to theirs. The permission table has
 * it as `bundle:read (through their releases)`; it is held per account, which reading bundles is not.
 */
export const readReleases = permission(
  'release:read',
  'Read releases',
  everyVendorRole.filter(({ role }) => role !== 'HARMONIC_NOC'),
  roles('MANAGER', 'USER'),
)
export const createReleases = permission('release:create', 'Release bundles to accounts', roles('ADMIN', 'RELMGR'))
/** Never for a release that the same user created. */
export const approveReleases = permission('release:approve', 'Approve releases', roles('ADMIN', 'RELEASE_APPROVER'))
/**
 * Retry a failed delivery, which was approved already. Added to the permission table: the users who created or approved
 * it see it fail.
 */
export const retryReleases = permission(
  'release:retry',
  'Retry failed deliveries',
  roles('ADMIN', 'RELMGR', 'RELEASE_APPROVER'),
)
export const deleteReleases = permission('release:delete', 'Delete releases', roles('ADMIN'))

export const releaseProblems = problems({
  'release-not-found': { status: 404, text: 'This release was not found.' },
  'release-bundle-empty': { status: 409, text: '{name} has no files. Add files before you release it.' },
  'release-component-not-in-storage': {
    status: 409,
    text: '{component} is not in storage ({status}). You can release the bundle when all of its files are in storage.',
  },
  'self-approval-forbidden': { status: 403, text: 'You created this release, so another user must approve it.' },
  'release-already-approved': { status: 409, text: 'This release was already approved by {name}.' },
  'release-rejected': { status: 409, text: 'This release was rejected by {name}. Create a new release.' },
  'release-not-approved': { status: 409, text: 'This release is not approved yet.' },
  'release-not-failed': { status: 409, text: 'Only a failed step can be retried: the release is {state}.' },
  'release-step-not-failed': { status: 409, text: 'The signing step did not fail. Retry the release instead.' },
  'release-in-progress': { status: 409, text: 'The release is being delivered. Try again in a moment.' },
  'release-not-signed': { status: 409, text: 'The release is not signed yet.' },
})

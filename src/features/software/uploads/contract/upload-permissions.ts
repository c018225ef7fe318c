import { roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'
import en from '../messages/en.json' with { type: 'json' }

/** Download files of releases: customers what was delivered to their accounts. */
export const downloadReleases = permission(
  'release:download',
  roles('MANAGER', 'USER', 'ADMIN', 'RELMGR', 'HARMONIC_TAC_MANAGER'),
)
/** Create links with which users without a session download a file. */
export const shareFiles = permission('release:share', roles('ADMIN', 'RELMGR'))

export const uploadProblems = problems(en.problems, {
  'upload-not-found': 404,
  'upload-type-not-allowed': 415,
  'upload-too-large': 413,
  'upload-empty': 400,
  'upload-busy': 423,
  'upload-finished': 409,
  'upload-offset-conflict': 409,
  'checksum-mismatch': 460,
  'upload-checksum-unknown': 400,
  'upload-version-unknown': 412,
  'source-not-available': 400,
  'component-not-failed': 409,
  'upload-needs-client': 409,
  'vendor-file-exists': 409,
  'vendor-file-not-found': 404,
  'storage-full': 507,
  'file-not-found': 404,
  'downloads-withdrawn': 409,
  'share-link-not-found': 404,
  'share-link-used-up': 410,
})

import { roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'

/** Download files of releases: customers what was delivered to their accounts. */
export const downloadReleases = permission(
  'release:download',
  'Download release files',
  roles('MANAGER', 'USER', 'ADMIN', 'RELMGR', 'HARMONIC_TAC_MANAGER'),
)
/** Create links with which users without a session download a file. */
export const shareFiles = permission('release:share', 'Share files by link', roles('ADMIN', 'RELMGR'))

export const uploadProblems = problems({
  'upload-not-found': { status: 404, text: 'This upload was not found.' },
  'upload-type-not-allowed': {
    status: 415,
    text: 'The file type of {name} is not allowed. A {kind} must end in {allowed}.',
  },
  'upload-too-large': { status: 413, text: '{name} is larger than the limit ({limit} bytes).' },
  'upload-empty': { status: 400, text: 'The file is empty. Nothing was stored.' },
  'upload-busy': { status: 423, text: 'Another request is writing this upload. Try again in a moment.' },
  'upload-finished': { status: 409, text: 'This upload is {state} and accepts no more bytes.' },
  'upload-offset-conflict': { status: 409, text: 'The upload is at byte {offset}. Continue from there.' },
  'checksum-mismatch': { status: 460, text: 'The checksum does not match the bytes. Send them again.' },
  'upload-checksum-unknown': { status: 400, text: 'Only sha256 and sha1 checksums are supported.' },
  'upload-version-unknown': { status: 412, text: 'This URL supports tus 1.0.0.' },
  'source-not-available': { status: 400, text: 'Files from {source} are not available here: {why}.' },
  'component-not-failed': {
    status: 409,
    text: '{name} has neither failed nor gone missing. There is nothing to fetch again.',
  },
  'upload-needs-client': { status: 409, text: '{name} comes from a computer. Choose the file again: upload {upload}.' },
  'vendor-file-exists': {
    status: 409,
    text: "The vendor's area already has a file {path}. Overwrite it, or use another path.",
  },
  'vendor-file-not-found': { status: 404, text: "This file of the vendor's area was not found." },
  'storage-full': {
    status: 507,
    text: 'The storage does not have {size} bytes free. Free some space, or ask an operator.',
  },
  'file-not-found': { status: 404, text: 'This file was not found.' },
  'downloads-withdrawn': { status: 409, text: 'The vendor has temporarily withdrawn this file: {reason}' },
  'share-link-not-found': {
    status: 404,
    text: 'This link was not found, has expired or was revoked, or the person who made it may no longer share files.',
  },
  'share-link-used-up': {
    status: 410,
    text: 'This link has reached its limit of {limit} downloads. Ask its sender for another one.',
  },
})

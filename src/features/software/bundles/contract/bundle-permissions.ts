import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'

const staff = everyVendorRole.filter(({ role }) => role !== 'HARMONIC_NOC')

/** Read bundles: vendor staff all of them, customers those of which they have a delivered release. */
export const readBundles = permission('bundle:read', 'Read bundles', staff, roles('MANAGER', 'USER'))
/**
 * Every bundle with its files and history. The permission table has no such row: it separates staff from customers, who
 * see the name and state of what was delivered to them.
 */
export const readEveryBundle = permission('bundle:read-every', 'Read the contents of every bundle', staff)
export const manageBundles = permission('bundle:manage', 'Create and edit bundles', roles('ADMIN', 'RELMGR'))
/** Add files to a bundle, change and remove them. */
export const manageFiles = permission('bundle:file', 'Add files to bundles', roles('ADMIN', 'RELMGR'))
export const holdBundles = permission('bundle:hold', 'Put bundles on hold', roles('ADMIN', 'RELMGR'))
export const endBundles = permission('bundle:eol', 'Move bundles to end of life', roles('ADMIN', 'RELMGR'))
/** Write the notes of bundles and of releases. */
export const writeNotes = permission('bundle:note', 'Write notes on bundles and releases', roles('ADMIN', 'RELMGR'))
/** Send a question about a delivered bundle: opens a case. */
export const askAboutBundles = permission(
  'bundle:ask-question',
  'Ask questions about bundles',
  roles('MANAGER', 'USER'),
)

export const bundleProblems = problems({
  'bundle-not-found': { status: 404, text: 'This bundle was not found.' },
  'bundle-on-hold': { status: 409, text: 'The bundle {name} is on hold: {reason}' },
  'bundle-end-of-life': { status: 409, text: 'The bundle {name} is at end of life and can no longer be changed.' },
  'bundle-transition-not-allowed': {
    status: 409,
    text: 'A bundle with the status {status} cannot be moved to {wanted}.',
  },
  'bundle-has-releases': {
    status: 409,
    text: '{name} cannot be deleted: it has {count} release(s). Delete them first.',
  },
  'bundle-has-patches': { status: 409, text: '{name} cannot be deleted: it has {count} patch(es). Delete them first.' },
  'component-file-not-found': { status: 404, text: 'This file of the bundle was not found.' },
  'component-file-exists': {
    status: 409,
    text: 'The bundle already has a file named {name}. Overwrite it, or use another name.',
  },
  'upload-not-usable': {
    status: 400,
    text: 'The URL of a file must be that of a finished upload of this bundle: /api/box/file/upload/…/download.',
  },
})

import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'
import en from '../messages/en.json' with { type: 'json' }

const staff = everyVendorRole.filter(({ role }) => role !== 'HARMONIC_NOC')

/** Read bundles: vendor staff all of them, customers those of which they have a delivered release. */
export const readBundles = permission('bundle:read', staff, roles('MANAGER', 'USER'))
/**
 * Every bundle with its files and history. The permission table has no such row: it separates staff from customers, who
 * see the name and state of what was delivered to them.
 */
export const readEveryBundle = permission('bundle:read-every', staff)
export const manageBundles = permission('bundle:manage', roles('ADMIN', 'RELMGR'))
/** Add files to a bundle, change and remove them. */
export const manageFiles = permission('bundle:file', roles('ADMIN', 'RELMGR'))
export const holdBundles = permission('bundle:hold', roles('ADMIN', 'RELMGR'))
export const endBundles = permission('bundle:eol', roles('ADMIN', 'RELMGR'))
/** Write the notes of bundles and of releases. */
export const writeNotes = permission('bundle:note', roles('ADMIN', 'RELMGR'))
/** Send a question about a delivered bundle: opens a case. */
export const askAboutBundles = permission('bundle:ask-question', roles('MANAGER', 'USER'))

export const bundleProblems = problems(en.problems, {
  'bundle-not-found': 404,
  'bundle-on-hold': 409,
  'bundle-end-of-life': 409,
  'bundle-transition-not-allowed': 409,
  'bundle-has-releases': 409,
  'bundle-has-patches': 409,
  'component-file-not-found': 404,
  'component-file-exists': 409,
  'upload-not-usable': 400,
})

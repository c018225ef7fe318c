import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'

/** Read cases of an account; contractors only those they reported or watch. */
export const readCases = permission(
  'case:read',
  'Read cases',
  everyVendorRole,
  roles('MANAGER', 'USER', 'CUST_CONTRACTOR'),
)
/**
 * Every case of an account. The permission table has no such row: it separates users who see all from contractors, who
 * must not be notified of the rest.
 */
export const readEveryCase = permission(
  'case:read-every',
  'Read the cases of all users of an account',
  everyVendorRole,
  roles('MANAGER', 'USER'),
)
export const createCases = permission(
  'case:create',
  'File cases',
  everyVendorRole,
  roles('MANAGER', 'USER', 'CUST_CONTRACTOR'),
)
export const commentCases = permission(
  'case:comment',
  'Comment on cases',
  everyVendorRole,
  roles('MANAGER', 'USER', 'CUST_CONTRACTOR'),
)
export const attachToCases = permission(
  'case:attach',
  'Attach files to cases',
  everyVendorRole,
  roles('MANAGER', 'USER', 'CUST_CONTRACTOR'),
)
export const watchCases = permission(
  'case:watch',
  'Watch cases',
  everyVendorRole,
  roles('MANAGER', 'USER', 'CUST_CONTRACTOR'),
)
/** Add and remove watches of other users. */
export const watchForOthers = permission(
  'case:watch-others',
  'Add and remove other watchers of cases',
  everyVendorRole,
  roles('MANAGER'),
)
/** Internal cases, internal comments and the `internal/` path segment: vendor staff alone. */
export const seeInternal = permission('case:internal', 'Read and write internal notes', everyVendorRole)
/** Every transition of a case; see `customerMayMove` for what reporter and manager may do besides. */
export const moveCases = permission(
  'case:transition',
  'Resolve, close and reopen cases',
  everyVendorRole,
  roles('MANAGER', 'USER', 'CUST_CONTRACTOR'),
)
export const editCases = permission(
  'case:edit',
  'Edit cases',
  everyVendorRole,
  roles('MANAGER', 'USER', 'CUST_CONTRACTOR'),
)
/** Escalate a case to R&D, escalate it again, link it to an R&D issue. */
export const escalateCases = permission(
  'case:escalate',
  'Escalate cases to R&D',
  roles('HARMONIC', 'HARMONIC_MANAGER', 'HARMONIC_TAC_MANAGER', 'HARMONIC_NOC', 'HARMONIC_CSM', 'ADMIN'),
)
/** Convert a case to an outage. */
export const convertCases = permission(
  'case:convert-to-outage',
  'Convert cases to outages',
  roles('HARMONIC_NOC', 'HARMONIC_TAC_MANAGER', 'ADMIN'),
)
/** Change the fields and the timeline of an outage. */
export const editOutages = permission(
  'outage:edit',
  'Change outages and their timeline',
  roles('HARMONIC_NOC', 'HARMONIC_TAC_MANAGER', 'ADMIN'),
)
/** Change what closed SLA months count, with a reason. */
export const editSla = permission('report:sla:edit', 'Edit SLA months', roles('ADMIN', 'HARMONIC_TAC_MANAGER'))
/** Read R&D issues and R&D texts: vendor staff alone. */
export const readRnd = permission('rnd:read', 'Read R&D issues', everyVendorRole)
/** Work on R&D issues: status, fix bundle, R&D texts. */
export const workOnRnd = permission('rnd:work', 'Work on R&D issues', roles('HARMONIC_RND', 'ADMIN'))
/** Delete a case permanently. */
export const deleteCases = permission('case:delete', 'Delete cases', roles('ADMIN'))

export const caseProblems = problems({
  'case-not-found': { status: 404, text: 'The case {key} was not found, or you do not have permission to see it.' },
  'case-transition-not-allowed': { status: 409, text: 'A case with the status {status} cannot be {action}.' },
  'deployment-missing': { status: 409, text: 'This account has no deployment yet. Add one before you file a case.' },
  'invalid-recipient': { status: 400, text: '{username} cannot be added to this case.' },
  'case-not-editable': { status: 409, text: 'The reporter can only change an open case.' },
})

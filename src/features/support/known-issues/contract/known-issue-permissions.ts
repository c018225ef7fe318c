import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

const staff = everyVendorRole.filter(({ role }) => role !== 'HARMONIC_NOC')

/** Read known issues: vendor staff all of them, customers published ones that affect versions of their deployments. */
export const readKnownIssues = permission('known-issue:read', 'Read known issues', staff, roles('MANAGER', 'USER'))
/**
 * Every known issue with its internal note, and linking cases to it. The permission table has no such row: it separates
 * staff from customers.
 */
export const readEveryKnownIssue = permission(
  'known-issue:read-every',
  'Read every known issue with its internal note',
  staff,
)
/** Declare, edit and publish known issues. */
export const manageKnownIssues = permission(
  'known-issue:manage',
  'Declare and edit known issues',
  roles('ADMIN', 'RELMGR', 'HARMONIC_TAC_MANAGER'),
)

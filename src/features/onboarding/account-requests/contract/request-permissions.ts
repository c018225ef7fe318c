import { roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'

/** Request an account, or a deployment of one; a MANAGER only deployments of their own account. */
export const askForAccounts = permission(
  'account-request:create',
  'Request accounts and deployments',
  roles('HARMONIC_CSM', 'HARMONIC_MANAGER', 'HARMONIC_LIFT_MANAGER', 'ADMIN', 'MANAGER'),
)
/** See requests; a MANAGER only those they created. */
export const readAccountRequests = permission(
  'account-request:read',
  'Read account requests',
  roles('ADMIN', 'HARMONIC_MANAGER', 'HARMONIC_CSM', 'HARMONIC_LIFT_MANAGER', 'CENTRAL', 'MANAGER'),
)
/** See the requests of all users. */
export const readEveryAccountRequest = permission(
  'account-request:read-every',
  'Read account requests of others',
  roles('ADMIN', 'HARMONIC_MANAGER', 'HARMONIC_CSM', 'HARMONIC_LIFT_MANAGER', 'CENTRAL'),
)
/** Change and delete requests of other users too. */
export const editEveryAccountRequest = permission(
  'account-request:edit-every',
  'Edit account requests of others',
  roles('ADMIN'),
)
/** Never the user's own requests. */
export const decideAccountRequests = permission(
  'account-request:decide',
  'Approve or reject account requests',
  roles('ADMIN', 'HARMONIC_MANAGER'),
)

export const requestProblems = problems({
  'account-request-not-found': {
    status: 404,
    text: 'This request was not found, or you do not have permission to see it.',
  },
  'account-request-decided': { status: 409, text: 'The request is already {status}.' },
  'account-request-own': { status: 403, text: 'You cannot approve or reject your own request.' },
})

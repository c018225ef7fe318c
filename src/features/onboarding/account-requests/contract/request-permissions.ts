import { roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'
import en from '../messages/en.json' with { type: 'json' }

/** Request an account, or a deployment of one; a MANAGER only deployments of their own account. */
export const askForAccounts = permission(
  'account-request:create',
  roles('HARMONIC_CSM', 'HARMONIC_MANAGER', 'HARMONIC_LIFT_MANAGER', 'ADMIN', 'MANAGER'),
)
/** See requests; a MANAGER only those they created. */
export const readAccountRequests = permission(
  'account-request:read',
  roles('ADMIN', 'HARMONIC_MANAGER', 'HARMONIC_CSM', 'HARMONIC_LIFT_MANAGER', 'CENTRAL', 'MANAGER'),
)
/** See the requests of all users. */
export const readEveryAccountRequest = permission(
  'account-request:read-every',
  roles('ADMIN', 'HARMONIC_MANAGER', 'HARMONIC_CSM', 'HARMONIC_LIFT_MANAGER', 'CENTRAL'),
)
/** Change and delete requests of other users too. */
export const editEveryAccountRequest = permission('account-request:edit-every', roles('ADMIN'))
/** Never the user's own requests. */
export const decideAccountRequests = permission('account-request:decide', roles('ADMIN', 'HARMONIC_MANAGER'))

export const requestProblems = problems(en.problems, {
  'account-request-not-found': 404,
  'account-request-decided': 409,
  'account-request-own': 403,
})

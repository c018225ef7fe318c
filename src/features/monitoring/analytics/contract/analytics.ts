import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'

/** Set analytics addresses and logins, inventory settings and thresholds, and reset high watermarks. */
export const configureMonitoring = permission(
  'monitoring:configure',
  'Set analytics connections, thresholds and the inventory',
  roles('ADMIN', 'CENTRAL', 'HARMONIC_NOC', 'HARMONIC_LIFT_MANAGER'),
)

/** See the daily inventory of an account's deployments. */
export const readInventories = permission(
  'inventory:read',
  'See the daily inventory of deployments',
  everyVendorRole,
  roles('MANAGER', 'USER'),
)

export const analyticsProblems = problems({
  'deployment-exists': { status: 409, text: '{account} has a deployment with the name {name}. Choose another name.' },
  'deployment-limit-reached': {
    status: 409,
    text: '{account} has {used} of {limit} deployments that its plan allows. Ask {contact} for a larger plan.',
  },
  'deployment-in-use': {
    status: 409,
    text: '{name} cannot be deleted: {count} cases or requests name it. Switch its monitoring off instead.',
  },
  'analytics-account-not-found': { status: 404, text: 'There is no account with the name {account} that you can see.' },
  'analytics-config-not-found': {
    status: 404,
    text: '{account} has no analytics connection. Save an address and a login first.',
  },
  'no-analytics-connection': { status: 422, text: 'No analytics connection. Check the address. {reason}' },
  'analytics-login-failed': { status: 422, text: 'Analytics login failed (check username and password).' },
  'analytics-ops-name-not-found': {
    status: 422,
    text: 'Test connection fail: analytics has no customer with this ops name. Check the name and the version.',
  },
  'analytics-information-not-retrieved': {
    status: 422,
    text: 'Analytics information cannot be retrieved. Try again in a few minutes. {reason}',
  },
  'download-address-blocked': { status: 422, text: 'This address cannot be downloaded: {reason}.' },
  'analytics-query-failed': { status: 422, text: 'The figures cannot be read: {reason}. Choose a shorter period.' },
  'watermark-not-found': { status: 404, text: 'This deployment has no high watermark with this name.' },
  'inventory-not-found': { status: 404, text: 'There is no inventory of this deployment and day.' },
})

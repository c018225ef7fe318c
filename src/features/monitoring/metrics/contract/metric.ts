import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'

/** See how a deployment sends its metrics: its tokens, newest sample and rejected samples. */
export const readMonitoring = permission('monitoring:read', 'See how deployments send metrics', everyVendorRole)

/** Create and revoke the tokens of deployments. */
export const manageDeployments = permission(
  'deployment:manage',
  'Manage the tokens of deployments',
  roles('ADMIN', 'CENTRAL', 'HARMONIC_NOC', 'HARMONIC_LIFT_MANAGER'),
)

/** Query the metrics of an account's deployments. */
export const readAnalytics = permission('analytics:read', 'Query metrics', everyVendorRole, roles('MANAGER', 'USER'))

export const metricProblems = problems({
  'deployment-not-found': { status: 404, text: 'There is no deployment with this id that you can see.' },
  'deployment-token-not-found': { status: 404, text: 'This token was not found. It may have been revoked already.' },
  'deployment-token-limit-reached': { status: 409, text: '{deployment} has {most} tokens. Revoke one first.' },
  'deployment-token-invalid': {
    status: 401,
    text: 'The token is missing, unknown or revoked. Create one on the dashboard of the account.',
  },
  'deployment-token-without-maker': {
    status: 403,
    text: 'The user who answers for this token no longer manages deployments. A user who does creates a new token, or an administrator hands this one over to them.',
  },
  'samples-rejected': {
    status: 400,
    text: '{rejected} of {received} samples were rejected. The others are stored; do not send them again.',
  },
})

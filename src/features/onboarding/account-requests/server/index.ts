import { jobTask } from '#features/platform/jobs/server/index.ts'
import type { Feature } from '#kit/server/portal.ts'
import { accountRequestsChanged, myAccountRequestChanged } from '../contract.ts'
import { type AccountStep, PROVISION, provisioningSteps } from './provision.ts'
import { publishProvisioning, requestHandlers } from './publish-request-change.ts'
import { serveAccountRequests } from './routes.ts'

export { makeDemoRequests } from './demo-requests.ts'
export type { AccountStep } from './provision.ts'

/** Requesting accounts and deployments, deciding, and provisioning what was approved. */
export const accountRequests = (giveSubscription: AccountStep): Feature => ({
  name: 'account-requests',
  serve: serveAccountRequests,
  topics: [accountRequestsChanged, myAccountRequestChanged],
  eventHandlers: requestHandlers,
  tasks: (portal) => [
    jobTask(portal, PROVISION, provisioningSteps(portal, giveSubscription), ({ requestId }) =>
      publishProvisioning(portal, portal.db, requestId),
    ),
  ],
})

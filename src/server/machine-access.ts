import { ownedLinkJobs } from '#features/infrastructure/link-jobs/server/index.ts'
import { ownedDeploymentTokens } from '#features/monitoring/metrics/server/index.ts'
import { ownedWebhooks } from '#features/platform/webhooks/server/index.ts'
import { ownedCredentials } from '#features/software/registry/server/index.ts'
import { ownedShareLinks } from '#features/software/uploads/server/index.ts'
import { ownedAccountTokens } from '#features/support/tmf-tickets/server/index.ts'

/** Every kind of machine access that users answer for. */
export const machineAccesses = [
  ownedAccountTokens,
  ownedDeploymentTokens,
  ownedLinkJobs,
  ownedCredentials,
  ownedShareLinks,
  ownedWebhooks,
]

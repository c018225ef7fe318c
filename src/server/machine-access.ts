import { machineAccess } from '#features/access/machine-access/server/index.ts'
import { ownedLinkJobs } from '#features/infrastructure/link-jobs/server/index.ts'
import { ownedDeploymentTokens } from '#features/monitoring/metrics/server/index.ts'
import { ownedWebhooks } from '#features/platform/webhooks/server/index.ts'
import { ownedCredentials } from '#features/software/registry/server/index.ts'
import { ownedAccountTokens } from '#features/support/tmf-tickets/server/index.ts'

/** The share links that a user answers for. */
const ownedShareLinks = machineAccess('share-link', {
  table: 'share_links',
  name: `coalesce(t.name, (select u.file_name from uploads u where u.id = t.upload_id))`,
  account: 'select null::text',
  works: 't.revoked_at is null and t.expires_at > now()',
})

/** Every kind of machine access that users answer for. */
export const machineAccesses = [
  ownedAccountTokens,
  ownedDeploymentTokens,
  ownedLinkJobs,
  ownedCredentials,
  ownedShareLinks,
  ownedWebhooks,
]

import { accountsFeature } from '#features/accounts/server/index.ts'
import { auditFeature } from '#features/audit/server/index.ts'
import { jobsFeature } from '#features/jobs/server/index.ts'
import { openSessions, sessionsFeature } from '#features/sessions/server/index.ts'
import { systemFeature } from '#features/system/server/index.ts'
import type { Parts } from './open-portal.ts'

/** What the product is put together from: the one place that knows every feature and integration. */
export const parts: Parts = {
  openSessions,
  features: [sessionsFeature, accountsFeature, auditFeature, jobsFeature, systemFeature],
}

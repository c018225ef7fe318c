import type { Feature } from '#kit/server/portal.ts'
import { auditRecorded } from '../contract.ts'
import { keepCheckpoints } from './keep-checkpoints.ts'
import { liveAudit } from './live-audit.ts'
import { serveAudit } from './routes.ts'

/** The audit log, logbooks, and the checkpoints that prove them. */
export const auditFeature: Feature = {
  name: 'audit',
  serve(portal) {
    serveAudit(portal)
    keepCheckpoints(portal)
  },
  topics: [auditRecorded],
  eventHandlers: (portal) => [liveAudit(portal)],
}

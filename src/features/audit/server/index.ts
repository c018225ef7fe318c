import { checkpointFile, writeCheckpoint } from '#kit/server/events/checkpoints.ts'
import type { Feature } from '#kit/server/portal.ts'
import { auditRecorded } from '../contract.ts'
import { liveAudit } from './live-audit.ts'
import { serveAudit } from './routes.ts'

/** The audit log, logbooks, and the daily checkpoint that proves them. */
export const auditFeature: Feature = {
  name: 'audit',
  serve: serveAudit,
  topics: [auditRecorded],
  reactions: (portal) => [liveAudit(portal)],
  tasks: ({ db, config }) => [
    {
      name: 'audit.checkpoint',
      cron: '5 0 * * *',
      run: async () => void (await writeCheckpoint(db, checkpointFile(config.dataDirectory), config)),
    },
  ],
}

import { defineJob, taskOf } from '#kit/server/job.ts'
import type { Feature } from '#kit/server/portal.ts'
import { serveHealth } from './health-routes.ts'
import { nothingHeld, type ReadHeld } from './holds.ts'
import { measureMinutes } from './measure-minutes.ts'
import { serveUptime } from './uptime-routes.ts'

export { median } from './baselines.ts'
export { type HeldObjects, nothingHeld, type ReadHeld } from './holds.ts'
export { readSegments, segmentMetrics } from './read-segments.ts'

/**
 * The uptime of deployments in the last 24 hours, and the health of accounts; `readHeld` reads the announced work that
 * does not count.
 */
export function uptimeFeature(readHeld: ReadHeld = nothingHeld): Feature {
  return {
    name: 'uptime',
    serve(portal) {
      serveUptime(portal)
      serveHealth(portal)
    },
    tasks: (portal) => [
      taskOf(defineJob('uptime.minutes'), {
        cron: '* * * * *',
        atStart: true,
        run: (_, stopping) => measureMinutes(portal, { now: Date.now(), readHeld }, stopping),
      }),
    ],
  }
}

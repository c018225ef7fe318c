import type { Feature } from '#kit/server/portal.ts'
import { serveHealth } from './health-routes.ts'
import { measureMinutes } from './measure-minutes.ts'
import { serveUptime } from './uptime-routes.ts'

export { median } from './baselines.ts'
export { readSegments } from './read-segments.ts'

/** The uptime of deployments in the last 24 hours, and the health of accounts. */
export const uptimeFeature: Feature = {
  name: 'uptime',
  serve(portal) {
    serveUptime(portal)
    serveHealth(portal)
  },
  tasks: ({ db }) => [
    {
      name: 'uptime.minutes',
      cron: '* * * * *',
      atStart: true,
      run: (_, stopping) => measureMinutes(db, Date.now(), stopping),
    },
  ],
}

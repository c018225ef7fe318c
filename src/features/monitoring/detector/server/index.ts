import { nothingHeld, type ReadHeld } from '#features/monitoring/uptime/server/index.ts'
import { defineJob, taskOf } from '#kit/server/job.ts'
import type { Feature } from '#kit/server/portal.ts'
import { serveDetector } from './detector-routes.ts'
import { runDetector } from './run-detector.ts'
import { serveScanner } from './scanner-routes.ts'

export type { ReadHeld } from '#features/monitoring/uptime/server/index.ts'
export { caseKeyOfOutage, isBelowAlertThreshold } from './alert-threshold.ts'
export { makeDemoDetector } from './demo-detector.ts'

/** The outage detector; `readHeld` reads the maintenance that holds it back. */
export function detectorFeature(readHeld: ReadHeld = nothingHeld): Feature {
  return {
    name: 'detector',
    serve(portal) {
      serveDetector(portal)
      serveScanner(portal, readHeld)
    },
    tasks: (portal) => [
      taskOf(defineJob('detector.judge'), {
        cron: '* * * * *',
        run: (_, stopping) => runDetector(portal, { now: Date.now(), readHeld, stopping }),
      }),
    ],
  }
}

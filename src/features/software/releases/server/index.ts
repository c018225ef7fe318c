import type { Feature } from '#kit/server/portal.ts'
import { accountReleasesChanged } from '../contract.ts'
import { deliveryTask } from './deliver-release.ts'
import { demoTask } from './demo/demo-software.ts'
import { accountHandlers } from './notify-account.ts'
import { fixesHandler } from './record-fixes.ts'
import { decisionHandler, rejectionHandler } from './reject-release.ts'
import { serveReleases } from './release-routes.ts'
import { releaseWebhooks } from './release-webhook.ts'
import { serveSigned } from './signed-routes.ts'

/** Releases of bundles to accounts: approval, signing, delivery, verification. */
export const releasesFeature: Feature = {
  name: 'releases',
  serve(portal) {
    serveReleases(portal)
    serveSigned(portal)
  },
  topics: [accountReleasesChanged],
  eventHandlers: (portal) => [
    ...accountHandlers(portal),
    rejectionHandler(portal),
    decisionHandler(portal),
    fixesHandler,
    ...releaseWebhooks,
  ],
  tasks: (portal) => [deliveryTask(portal), demoTask(portal)],
}

export { customerRepository } from './customer-repository.ts'
export { deliveredBetween } from './delivered-between.ts'
export { DEMO_SOFTWARE, makeDemoSoftware } from './demo/demo-software.ts'
export { loadScaleSoftware, scaleSoftwareTables } from './demo/load-scale-software.ts'
export { scaleSoftware } from './demo/scale-software.ts'
export { contentObstacle, makeRelease } from './make-release.ts'
export { noteRows } from './note-rows.ts'
export { accountReleaseHandler } from './notify-account.ts'
export { rejectRow } from './reject-release.ts'
export { componentStatus } from './release-files.ts'
export { releaseTemplateEvents } from './release-template-events.ts'
export { releasesSeenIn } from './releases-seen-in.ts'
export { signedBytes } from './signing/dsse.ts'
export { manifestOf } from './signing/manifest.ts'
export { findRelease } from './stored-release.ts'

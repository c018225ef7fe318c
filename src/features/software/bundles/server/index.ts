import type { Feature } from '#kit/server/portal.ts'
import { bundleHistoryRecorded } from '../contract.ts'
import { bundleHandlers } from './bundle-event-handlers.ts'
import { serveBundles } from './bundle-routes.ts'
import { serveComponents } from './component-routes.ts'

/** Bundles of software and their files. */
export const bundlesFeature: Feature = {
  name: 'bundles',
  serve(portal) {
    serveBundles(portal)
    serveComponents(portal)
  },
  topics: [bundleHistoryRecorded],
  eventHandlers: bundleHandlers,
}

export { addComponent } from './add-component.ts'
export { addContainer } from './add-container.ts'
export { bundleContent } from './bundle-content.ts'
export { userJson } from './bundle-json.ts'
export { bundleSeen } from './bundle-scope.ts'
export { bundleTemplateEvents } from './bundle-template-events.ts'
export { changesBetween } from './component-changes.ts'
export { moveComponents } from './component-commands.ts'
export { containerJson } from './component-store.ts'
export {
  lockedBundle,
  lockedBundleOfJob,
  readableBundle,
  requireEditable,
  requireReleasable,
  type StoredBundle,
  sharedBundle,
  touchBundle,
} from './stored-bundle.ts'

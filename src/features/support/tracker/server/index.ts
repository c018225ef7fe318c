import type { Adapter } from '#features/platform/connections/server/index.ts'
import type { Feature } from '#kit/server/portal.ts'
import { serveTrackerConfigs } from './config-routes.ts'
import { syncTask } from './first-sync.ts'
import { serveMapping } from './mapping-routes.ts'
import { outgoingHandlers } from './outgoing-handlers.ts'
import { pollTask } from './poll.ts'
import { serveReload } from './reload-routes.ts'
import { rndHandlers } from './rnd-handlers.ts'

export { RND_PROJECT } from './rnd-store.ts'
export type {
  CommentToSend,
  IssueFields,
  IssueRef,
  LinkKind,
  NewIssue,
  Priority,
  RndIssueFields,
  StatusKind,
  Tracker,
  TrackerComment,
  TrackerFile,
  TrackerIssue,
  TrackerSystem,
  TrackerUser,
  TrackerWatcher,
} from './tracker.ts'
export { trackerAdapter } from './tracker-adapter.ts'

/** Keeps cases in step with an outside tracker; `adapters` are those of the trackers. */
export function trackerFeature(adapters: readonly Adapter[]): Feature {
  return {
    name: 'tracker',
    serve(portal) {
      serveTrackerConfigs(portal, adapters)
      serveMapping(portal)
      serveReload(portal)
    },
    eventHandlers: (portal) => [...outgoingHandlers(portal), ...rndHandlers],
    tasks: (portal) => [pollTask(portal), syncTask(portal)],
  }
}

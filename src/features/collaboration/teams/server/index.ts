import type { Feature } from '#kit/server/portal.ts'
import { serveTeams } from './team-routes.ts'
import { watcherHandlers } from './watcher-handlers.ts'

export { makeDemoTeams } from './demo-teams.ts'
export { removeUserFromTeams } from './remove-user.ts'

/**
 * Teams of the vendor and of customers. Its event handlers run before those of cases: a member who becomes a watcher of
 * a new case is notified of it.
 */
export const teamsFeature: Feature = {
  name: 'teams',
  serve: serveTeams,
  eventHandlers: () => watcherHandlers,
}

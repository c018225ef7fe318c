import { pluginHistoryOf } from '#features/accounts/plugins/server/index.ts'
import { outboxWorkerTasks } from '#kit/server/outbox/outbox-worker.ts'
import type { Feature } from '#kit/server/portal.ts'
import { registerCommand } from '#kit/server/serve/serve.ts'
import { updateUser, userChanged, userEvents } from '../contract.ts'
import { serveCredentials } from './credential-routes.ts'
import { type DirectoryIntegrations, directoryConnections } from './directory-connections.ts'
import { eventsTask } from './directory-events.ts'
import { directoryQueue } from './directory-line.ts'
import { groupHandlers } from './group-event-handlers.ts'
import { serveLists } from './list-routes.ts'
import { servePlugins } from './plugin-routes.ts'
import { pollDirectories } from './poll-directories.ts'
import { serveProvidersOfUsers } from './provider-routes.ts'
import { publishUsersChange } from './publish-users-change.ts'
import { serveSessions } from './session-routes.ts'
import { serveStates } from './state-routes.ts'
import { changeUser } from './update-user.ts'

export { activateFromDirectory } from './active-by-directory.ts'
export { changedUser, changedUserOrLast } from './changed-user.ts'
export { deleteWithAccount } from './delete-with-account.ts'
export { dateNamedUsers, makeDemoStates } from './demo-states.ts'
export type { Directory, DirectoryConnection, DirectoryEvent, Entry, SyncedTransition, Who } from './directory.ts'
export { directorySource } from './directory-source.ts'
export { findUser } from './find-users.ts'
export { ingestDirectoryEvents } from './ingest-directory-events.ts'
export { inviteUser } from './invite-user.ts'
export { migrateUserToProvider, moveBack } from './migrate-between-providers.ts'
export { syncMfaGroup } from './sync-mfa-group.ts'
export { transitionUser } from './transition-user.ts'
export { updateDirectory } from './update-directory.ts'

/**
 * Managing users: finding them, their details, states, credentials, tools and sessions. `integrations` are the external
 * directories available besides the portal's own.
 */
export function userManagement(integrations: DirectoryIntegrations): Feature {
  return {
    name: 'user-management',
    serve(portal) {
      serveLists(portal)
      registerCommand(portal, updateUser, (call) => changeUser(portal, call))
      serveStates(portal)
      serveCredentials(portal)
      servePlugins(portal)
      serveSessions(portal)
      serveProvidersOfUsers(portal)
    },
    topics: [userChanged],
    tasks(portal) {
      const directoryOf = directoryConnections(portal, integrations)
      return [
        ...outboxWorkerTasks(portal, directoryQueue(portal, directoryOf)),
        pollDirectories(portal, directoryOf),
        eventsTask(portal.db),
      ]
    },
    eventHandlers: (portal) => [
      ...groupHandlers,
      ...publishUsersChange(portal),
      ...pluginHistoryOf(portal, [userEvents.userPluginSwitched]),
    ],
  }
}

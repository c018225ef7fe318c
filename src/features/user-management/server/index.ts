import { outboxTasks } from '#kit/server/outbox/outbox-line.ts'
import type { Feature } from '#kit/server/portal.ts'
import { serveWrite } from '#kit/server/serve/serve.ts'
import { updateUser, userChanged } from '../contract.ts'
import { serveCredentials } from './credential-routes.ts'
import { type DirectoryIntegrations, directoryConnections } from './directory-connections.ts'
import { directoryLine } from './directory-line.ts'
import { newsTask } from './directory-news.ts'
import { groupReactions } from './group-reactions.ts'
import { serveLetters } from './letter-routes.ts'
import { serveLists } from './list-routes.ts'
import { servePlugins } from './plugin-routes.ts'
import { pollDirectories } from './poll-directories.ts'
import { serveProvidersOfUsers } from './provider-routes.ts'
import { serveSessions } from './session-routes.ts'
import { serveStates } from './state-routes.ts'
import { tellUsers } from './tell-users.ts'
import { changeUser } from './update-user.ts'

export { activeByDirectory } from './active-by-directory.ts'
export { askDirectory } from './ask-directory.ts'
export { changedUser, changedUserOrLast } from './changed-user.ts'
export { makeDemoStates } from './demo-states.ts'
export type { Directory, DirectoryConnection, Entry, FollowedMove, News, Who } from './directory.ts'
export { findUser } from './find-users.ts'
export { hearFrom } from './hear-from.ts'
export { inviteUser } from './invite-user.ts'
export { moveBack, moveToProvider } from './move-between-providers.ts'
export { moveUser } from './move-user.ts'
export {
  isManaged,
  lockPerson,
  type Person,
  personWhere,
  requireAnotherAdmin,
  requireManage,
  requireOther,
} from './person.ts'
export { requireFreeSeat, requireSeat } from './seats.ts'
export { peopleOf, sightOf } from './visible-people.ts'

/**
 * Managing people: finding them, their details, states, credentials, tools and sessions. `integrations` are the outside
 * directories that there can be besides the portal's own.
 */
export function userManagement(integrations: DirectoryIntegrations): Feature {
  return {
    name: 'user-management',
    serve(portal) {
      serveLists(portal)
      serveWrite(portal, updateUser, changeUser)
      serveStates(portal)
      serveCredentials(portal)
      servePlugins(portal)
      serveSessions(portal)
      serveProvidersOfUsers(portal)
      serveLetters(portal)
    },
    topics: [userChanged],
    tasks(portal) {
      const directoryOf = directoryConnections(portal, integrations)
      return [
        ...outboxTasks(portal, directoryLine(portal, directoryOf)),
        pollDirectories(portal, directoryOf),
        newsTask(portal.db),
      ]
    },
    reactions: (portal) => [...groupReactions, ...tellUsers(portal)],
  }
}

import type { Feature } from '#kit/server/portal.ts'
import { serveWrite } from '#kit/server/serve/serve.ts'
import { updateUser } from '../contract.ts'
import { serveCredentials } from './credential-routes.ts'
import { embeddedDirectory } from './embedded-directory.ts'
import { serveLists } from './list-routes.ts'
import { servePlugins } from './plugin-routes.ts'
import { serveSessions } from './session-routes.ts'
import { serveStates } from './state-routes.ts'
import { changeUser } from './update-user.ts'

export { changedUser } from './changed-user.ts'
export { makeDemoStates } from './demo-states.ts'
export { findUser } from './find-users.ts'
export { moveUser } from './move-user.ts'
export {
  lockPerson,
  type Person,
  personWhere,
  requireAnotherAdmin,
  requireManage,
  requireOther,
} from './person.ts'
export { requireSeat } from './seats.ts'
export { peopleOf, sightOf } from './visible-people.ts'

/** Managing people: finding them, their details, states, credentials, tools and sessions. */
export const userManagementFeature: Feature = {
  name: 'user-management',
  serve(portal) {
    const directory = embeddedDirectory(portal)
    serveLists(portal)
    serveWrite(portal, updateUser, changeUser)
    serveStates(portal, directory)
    serveCredentials(portal, directory)
    servePlugins(portal)
    serveSessions(portal)
  },
}

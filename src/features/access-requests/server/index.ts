import type { Feature } from '#kit/server/portal.ts'
import { serve, serveWrite } from '#kit/server/serve/serve.ts'
import { accessAsked, askForAccess, readWayIn } from '../contract.ts'
import { ask } from './ask-for-access.ts'
import { tellGivers } from './tell-givers.ts'
import { findWay, wayInOf } from './way-in.ts'

/** Asking those who can give it for a right that one lacks. */
export const accessRequestsFeature: Feature = {
  name: 'access-requests',
  serve(portal) {
    serve(portal, readWayIn, async ({ session, query }) => wayInOf(await findWay(portal.db, session, query)))
    serveWrite(portal, askForAccess, (call) => ask(portal, call))
  },
  topics: [accessAsked],
  reactions: (portal) => [tellGivers(portal)],
}

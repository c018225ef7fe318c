import type { Feature } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import { accessAsked, askForAccess, readAccessOptions } from '../contract.ts'
import { findAccessOptions, wayInOf } from './access-options.ts'
import { notifyRoleAdmins } from './notify-role-admins.ts'
import { requestAccess } from './request-access.ts'

/** Asking those who can give it for a right that one lacks. */
export const accessRequestsFeature: Feature = {
  name: 'access-requests',
  serve(portal) {
    serve(portal, readAccessOptions, async ({ session, query }) =>
      wayInOf(await findAccessOptions(portal.db, session, query)),
    )
    registerCommand(portal, askForAccess, (call) => requestAccess(portal, call))
  },
  topics: [accessAsked],
  eventHandlers: (portal) => [notifyRoleAdmins(portal)],
}

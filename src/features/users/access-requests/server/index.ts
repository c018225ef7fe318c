import type { Feature } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import { askForAccess, readAccessOptions } from '../contract.ts'
import { findAccessOptions, wayInOf } from './access-options.ts'
import { requestAccess } from './request-access.ts'

/** Requests a missing permission from those who can grant it. */
export const accessRequestsFeature: Feature = {
  name: 'access-requests',
  serve(portal) {
    serve(portal, readAccessOptions, async ({ session, query }) =>
      wayInOf(await findAccessOptions(portal.db, session, query)),
    )
    registerCommand(portal, askForAccess, (call) => requestAccess(portal, call))
  },
}

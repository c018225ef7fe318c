import type { Feature } from '#kit/server/portal.ts'
import { serveScim } from './scim-routes.ts'

export { deleteToken, findConnection, replaceToken } from './token-store.ts'
export { eraseSent } from './user-store.ts'

/** SCIM 2.0: the directories of identity providers create, change and deactivate users. */
export const scimFeature: Feature = { name: 'scim', serve: serveScim }

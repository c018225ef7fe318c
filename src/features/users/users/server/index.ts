import type { Feature } from '#kit/server/portal.ts'
import { mailTasks } from '#kit/server/send-mail.ts'
import { impersonationChanged } from '../contract.ts'
import { serveEmail } from './change-email.ts'
import { servePassword } from './change-password.ts'
import { serveMe } from './me-routes.ts'
import { serveTokens } from './token-routes.ts'
import { trustedLinkHosts } from './trusted-link-hosts.ts'

export { userCommands } from './cli.ts'
export { deleteCredentials, deleteOwnData } from './delete-credentials.ts'
export { endAccessOf } from './end-access.ts'
export { grantRole } from './grant-role.ts'
export { createInvitedUser } from './invite.ts'
export { askForEmail, isTaken, requireOwnAddress, storeEmail } from './new-email.ts'
export { changeSettings } from './settings.ts'
export { writeRoles } from './write-roles.ts'

/** Users: the own profile, settings, password and API tokens. */
export const usersFeature: Feature = {
  name: 'users',
  serve(portal) {
    serveMe(portal)
    serveTokens(portal)
    servePassword(portal)
    serveEmail(portal)
  },
  topics: [impersonationChanged],
  settings: [trustedLinkHosts],
  tasks: (portal) => mailTasks(portal),
}
export { revokeTokenOf, revokeTokensOf } from './revoke-tokens.ts'
export { findTokensOf } from './token-rows.ts'

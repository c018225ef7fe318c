import fastifyMultipart from '@fastify/multipart'
import { fileStoreOf } from '#kit/server/files/file-store.ts'
import type { Feature } from '#kit/server/portal.ts'
import { accountChanged } from '../contract.ts'
import { eraseAccounts } from './erase-accounts.ts'
import { serveLogos } from './logo-routes.ts'
import { publishAccountChange } from './publish-account-change.ts'
import { serveAccountManagement } from './routes.ts'
import { serveStorage } from './storage-routes.ts'

export { displayNameFlaw, findLookAlike } from './check-display-name.ts'
export { checkName } from './check-name.ts'
export { storeCrmId } from './crm-id.ts'
export { lockAccount, withVersionBump } from './stored-account.ts'
export { insertAccount } from './write-account.ts'

/** The account management feature. */
export const accountManagementFeature: Feature = {
  name: 'account-management',
  async serve(portal) {
    serveAccountManagement(portal)
    serveStorage(portal)
    // In its own scope: elsewhere a multipart body is rejected as an unsupported media type.
    await portal.http.register(async (http) => {
      await http.register(fastifyMultipart)
      serveLogos({ ...portal, http }, fileStoreOf(portal.config))
    })
  },
  topics: [accountChanged],
  eventHandlers: publishAccountChange,
  tasks: (portal) => [eraseAccounts(portal)],
}

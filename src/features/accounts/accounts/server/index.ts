import fastifyMultipart from '@fastify/multipart'
import { fileStoreOf } from '#kit/server/files/file-store-of.ts'
import type { Feature } from '#kit/server/portal.ts'
import { accountChanged } from '../contract.ts'
import type { AccountRecords } from './account-records.ts'
import { limitApiCalls } from './api-call-limit.ts'
import { eraseAccounts } from './erase-accounts.ts'
import { serveLogos } from './logo-routes.ts'
import { serveAccountManagement } from './management-routes.ts'
import { publishAccountChange } from './publish-account-change.ts'
import { serveAccounts } from './routes.ts'
import { serveStorage } from './storage-routes.ts'

export { accountIn } from './account-in.ts'
export { updateAccountRows } from './account-rows.ts'
export { findAccounts } from './account-store.ts'
export { displayNameFlaw } from './check-display-name.ts'
export { checkName } from './check-name.ts'
export { storeCrmId } from './crm-id.ts'
export { assignDemoCsms, makeDemoAccounts } from './demo-accounts.ts'
export { deploymentsOverLimit } from './deployment-limit.ts'
export { deleteDeploymentRow, insertDeployment, updateDeployment } from './deployments.ts'
export {
  effectiveLimit,
  facetColumns,
  facetValueJson,
  setOverride,
} from './facet-overrides.ts'
export { limitExceeded } from './limits.ts'
export { requireUse } from './require-use.ts'
export { scaleAccounts } from './scale-accounts.ts'
export { everySeats, seatsOf, usersBeyond } from './seats.ts'
export { lockAccount } from './stored-account.ts'
export { insertAccount } from './write-account.ts'

/**
 * Customer organisations: their data, figures and deployments, and managing them. `records` are theirs in other features.
 */
export const accounts = (records: AccountRecords): Feature => ({
  name: 'accounts',
  async serve(portal) {
    serveAccounts(portal, records)
    serveAccountManagement(portal, records)
    serveStorage(portal)
    limitApiCalls(portal)
    // In its own scope: elsewhere a multipart body is rejected as an unsupported media type.
    await portal.http.register(async (http) => {
      await http.register(fastifyMultipart)
      serveLogos({ ...portal, http }, fileStoreOf(portal.config))
    })
  },
  topics: [accountChanged],
  eventHandlers: publishAccountChange,
  tasks: (portal) => [eraseAccounts(portal, records)],
})

import { accountIn } from '#features/accounts/accounts/server/index.ts'
import { createUploadContext } from '#features/software/uploads/server/index.ts'
import { readSort } from '#kit/contract/hal.ts'
import { sendCsv, wantsCsv } from '#kit/server/list/csv.ts'
import { halPage } from '#kit/server/list/hal-list.ts'
import type { Feature } from '#kit/server/portal.ts'
import { registerCommand, registerStream, serve } from '#kit/server/serve/serve.ts'
import {
  changeRegistryOverlap,
  createRegistryCredential,
  downloadRegistryCertificate,
  listRegistryCredentials,
  listRegistryPulls,
  manageRegistryAccess,
  readRegistryDetails,
  readRegistryLogin,
  readRegistryToken,
  revokeRegistryCredential,
  rotateRegistryCredential,
} from '../contract.ts'
import { serveContainers } from './container-routes.ts'
import { changeOverlap, create, revoke, rotate } from './credential-commands.ts'
import { registrySecrets } from './credential-secrets.ts'
import { findCredentials } from './credential-store.ts'
import { serveDistribution } from './distribution-routes.ts'
import { remindExpiringTask } from './expiring-credentials.ts'
import { issueToken } from './issue-token.ts'
import { outsideTokenKey } from './outside-token.ts'
import { eachPull, findPulls, pullColumns } from './pull-list.ts'
import { registryDetails, registryLogin } from './registry-details.ts'

export { credentialTemplateEvents } from './expiring-credentials.ts'
export { portalToken } from './outside-token.ts'
export { ownedCredentials } from './owned-credentials.ts'

/** The portal as a registry: the OCI distribution API, its tokens, and the credentials of accounts. */
export const registryFeature: Feature = {
  name: 'registry',
  tasks: (portal) => [remindExpiringTask(portal)],
  async serve(portal) {
    const secrets = registrySecrets(portal)
    const { db } = portal
    const context = createUploadContext(portal)
    serve(portal, listRegistryCredentials, async (call) => {
      const { id } = await accountIn(db, call.session, { name: call.query.account, permission: manageRegistryAccess })
      return halPage(call, 'credentials', await findCredentials(db, id, call.query))
    })
    registerCommand(portal, createRegistryCredential, create)
    registerCommand(portal, rotateRegistryCredential, rotate)
    registerCommand(portal, changeRegistryOverlap, changeOverlap)
    registerCommand(portal, revokeRegistryCredential, revoke)
    serve(portal, listRegistryPulls, async (call) => {
      const { account, page, size, sort } = call.query
      const { id } = await accountIn(db, call.session, { name: account, permission: manageRegistryAccess })
      if (wantsCsv(call.request)) return sendCsv(call.reply, 'pulls.csv', pullColumns, eachPull(db, id))
      const { descending } = readSort(sort, { field: 'at', descending: true })[0]!
      return halPage(call, 'pulls', await findPulls(db, id, { page, size, descending }))
    })
    serveContainers(context)
    serve(portal, readRegistryLogin, (call) => registryLogin(portal, secrets, call))
    serve(portal, readRegistryDetails, (call) => registryDetails(portal, call))
    serve(portal, readRegistryToken, (call) => issueToken({ context, secrets }, call))
    registerStream(portal, downloadRegistryCertificate, async ({ reply }) =>
      reply
        .header('content-type', 'application/x-pem-file')
        .header('content-disposition', 'attachment; filename="headend-registry.pem"')
        .send((await outsideTokenKey(portal)).certificate),
    )
    await serveDistribution({ context, secrets })
  },
}

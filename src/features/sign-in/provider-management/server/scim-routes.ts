import { SCIM_API } from '#features/sign-in/scim/contract.ts'
import { deleteToken, findConnection, replaceToken } from '#features/sign-in/scim/server/index.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import {
  createScimToken,
  readScimConnection,
  revokeScimToken,
  scimTokenCreated,
  scimTokenRevoked,
} from '../contract.ts'
import { requireNoEscalation } from './check-provider.ts'
import { lockProvider } from './lock-provider.ts'

/** The tokens of directories, for the administrators of identity providers. */
export function serveScimTokens(portal: AppContext): void {
  serve(portal, readScimConnection, async ({ params }) => ({
    address: `${portal.publicUrl()}${SCIM_API}`,
    ...(await findConnection(portal.db, params.id)),
  }))

  registerCommand(portal, createScimToken, async ({ tx, session, params, record }) => {
    const provider = await lockProvider(portal, tx, params.id)
    await requireNoEscalation(tx, session, provider)
    const token = await replaceToken(tx, provider.id, session.userId)
    await record(scimTokenCreated, { subject: provider.id, data: { name: provider.name } })
    return { token }
  })

  registerCommand(portal, revokeScimToken, async ({ tx, session, params, record }) => {
    const provider = await lockProvider(portal, tx, params.id)
    await requireNoEscalation(tx, session, provider)
    if (await deleteToken(tx, provider.id))
      await record(scimTokenRevoked, { subject: provider.id, data: { name: provider.name } })
    return undefined
  })
}

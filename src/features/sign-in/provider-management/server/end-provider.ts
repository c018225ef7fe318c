import { sql } from 'kysely'
import { endSession } from '#features/access/sessions/server/index.ts'
import { deleteAttemptsOf } from '#features/sign-in/identity-providers/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import type { EventActor } from '#kit/server/events/event.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { actorOfRequest, type CommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import { type deleteProvider, type IdentityProvider, providerDeleted } from '../contract.ts'
import { requireNoEscalation, requireOtherAdminSignInMethod } from './check-provider.ts'
import { lockProvider } from './lock-provider.ts'
import { release } from './migrate-users.ts'

/** Closes a way to sign in: its users are signed out. Rejected when it is the last one for administrators. */
export async function disableSignInMethod(tx: Tx, provider: IdentityProvider, actor: EventActor): Promise<void> {
  await requireOtherAdminSignInMethod(tx, provider)
  const open = await tx
    .selectFrom('sessions')
    .select('id')
    .where('provider_id', '=', provider.id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute()
  for (const { id } of open) await endSession(tx, { id, why: 'administrator', actor })
}

/**
 * Deletes a provider. Its users return to the portal's own directory, where a link, or else a forgotten password, gives
 * them their first password; its stored attempts are deleted too.
 */
export async function remove(portal: AppContext, call: CommandContext<typeof deleteProvider>): Promise<undefined> {
  const { tx, session, params, query, request } = call
  const provider = await lockProvider(portal, tx, params.id)
  requireVersion(call, provider.version)
  await requireNoEscalation(tx, session, provider)
  await disableSignInMethod(tx, provider, actorOfRequest(request))
  await deleteAttemptsOf(tx, provider.id)
  await tx.deleteFrom('identity_providers').where('id', '=', provider.id).execute()
  const users = await release(portal, tx, provider, { actor: actorOfRequest(request), mail: query.sendLinks ?? false })
  await call.record(providerDeleted, { subject: provider.id, data: { name: provider.name, users } })
  return undefined
}

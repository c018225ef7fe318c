import { sql } from 'kysely'
import { endSession } from '#features/sessions/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import type { Doer } from '#kit/server/events/event.ts'
import type { Portal } from '#kit/server/portal.ts'
import { doerOf, requireVersion, type WriteCall } from '#kit/server/serve/call.ts'
import { type deleteProvider, type IdentityProvider, providerDeleted } from '../contract.ts'
import { requireAnotherWayIn, requireNotAbove } from './check-provider.ts'
import { lockProvider } from './lock-provider.ts'
import { release } from './move-people.ts'

/** Closes a way in: who came by it is signed out. Refused when it is the last one for administrators. */
export async function closeWayIn(tx: Tx, provider: IdentityProvider, doer: Doer): Promise<void> {
  await requireAnotherWayIn(tx, provider)
  const open = await tx
    .selectFrom('sessions')
    .select('id')
    .where('provider_id', '=', provider.id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute()
  for (const { id } of open) await endSession(tx, { id, why: 'administrator', doer })
}

/**
 * Deletes a provider. Its people go back to the portal's own directory, where a link, or else a forgotten password, is how
 * they get their first one; what it kept of sign-ins goes too.
 */
export async function remove(portal: Portal, call: WriteCall<typeof deleteProvider>): Promise<undefined> {
  const { tx, session, params, query, request } = call
  const provider = await lockProvider(portal, tx, params.id)
  requireVersion(call, provider.version)
  await requireNotAbove(tx, session, provider)
  await closeWayIn(tx, provider, doerOf(request))
  await tx.deleteFrom('sign_in_attempts').where('provider_id', '=', provider.id).execute()
  await tx.deleteFrom('identity_providers').where('id', '=', provider.id).execute()
  const people = await release(portal, tx, provider, { doer: doerOf(request), mail: query.sendLinks ?? false })
  await call.record(providerDeleted, { subject: provider.id, data: { name: provider.name, people } })
  return undefined
}

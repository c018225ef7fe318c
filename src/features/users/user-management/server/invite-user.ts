import { sql } from 'kysely'
import { userWhere } from '#features/users/managed-users/server/index.ts'
import { findExternalProvider } from '#features/users/sign-in-mail/server/index.ts'
import { createInvitedUser } from '#features/users/users/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import type { EventActor } from '#kit/server/events/event.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { updateDirectory } from './update-directory.ts'

/**
 * Creates a user and has an invitation sent: by the portal, or, if their domain is routed to a provider in whose
 * directory the portal manages users, by that directory, which creates them too. Returns their id.
 */
export async function inviteUser(
  portal: Pick<AppContext, 'config' | 'notifier' | 'publicUrl'>,
  tx: Tx,
  { actor, email, fullName }: { actor: EventActor; email: string; fullName: string },
): Promise<number> {
  const externalProvider = await findExternalProvider(tx, portal.config, { email, issuer: null })
  const issuer = externalProvider?.managed ? externalProvider.issuer : null
  const id = await createInvitedUser(tx, actor, { email, fullName, issuer })
  await updateDirectory(portal, tx, (await userWhere(tx, sql`u.id = ${id}`))!, 'invite', actor.userName ?? undefined)
  return id
}

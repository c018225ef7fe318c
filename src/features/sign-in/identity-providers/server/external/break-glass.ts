import type { FastifyRequest } from 'fastify'
import { breakGlassUsed } from '#features/access/sessions/contract.ts'
import { findExternalProvider, notifyUser, sentFrom } from '#features/users/sign-in-mail/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { actorOfRequest } from '#kit/server/serve/request-context.ts'
import type { RecognisedUser } from './sign-in-result.ts'

/**
 * Whether a user may sign in with credentials stored by the portal. Where their domain is routed to an external
 * identity provider only administrators may, so that a failing provider does not lock out every user (break-glass).
 */
export async function ownCredentialsOf(
  db: Database | Tx,
  config: AppContext['config'],
  { id, email }: Pick<RecognisedUser, 'id' | 'email'>,
): Promise<{ readonly use: 'usual' | 'break-glass' } | { readonly use: 'none'; readonly provider: string }> {
  const provider = await findExternalProvider(db, config, { email, issuer: null })
  if (!provider) return { use: 'usual' }
  const admins = await administrators(db)
  return admins.some((one) => one.id === id) ? { use: 'break-glass' } : { use: 'none', provider: provider.name }
}

/** Records a sign-in that bypasses the external provider, and notifies every administrator. */
export async function announceBreakGlass(
  tx: Tx,
  portal: Pick<AppContext, 'config' | 'notifier'>,
  request: FastifyRequest,
  user: RecognisedUser,
): Promise<void> {
  const actor = { ...actorOfRequest(request), userId: user.id, userName: user.full_name }
  await recordEvent(tx, breakGlassUsed, actor, { subject: user.id })
  const values = { who: user.full_name, device: sentFrom(request) }
  for (const admin of await administrators(tx)) await notifyUser(tx, portal, admin, 'break-glass', values)
}

function administrators(db: Database | Tx) {
  return db
    .selectFrom('users as u')
    .innerJoin('role_grants as g', 'g.user_id', 'u.id')
    .select(['u.id', 'u.email', 'u.full_name'])
    .where('g.role', '=', 'ADMIN')
    .where('g.account_id', 'is', null)
    .where('u.state', '=', 'active')
    .execute()
}

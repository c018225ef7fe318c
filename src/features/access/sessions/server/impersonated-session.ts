import { sql } from 'kysely'
import { hashOf, newToken } from '#features/access/tokens/server/index.ts'
import type { Tx } from '#kit/server/database.ts'

/** A session with the token that opens it. */
export type OpenedSession = { readonly id: string; readonly token: string; readonly endsAt: Date }

/**
 * Opens a session in which the user of another session impersonates a user: read-only, never renewed, ending no later
 * than their own session, which is kept for their return.
 */
export async function startImpersonatedSession(
  tx: Tx,
  as: { ownSessionId: string; impersonatorId: number; userId: number; minutes: number; reason: string },
): Promise<OpenedSession> {
  const token = newToken()
  const { rows } = await sql<{ id: string; endsAt: Date }>`
    insert into sessions (user_id, provider_id, provider_session, amr, refresh_limit, authenticated_at, expires_at, ends_at, address, device,
      impersonator_id, impersonation_reason, read_only, own_session_id)
    select ${as.userId}, provider_id, null, amr, 0, authenticated_at, ends, ends, address, device, ${as.impersonatorId}, ${as.reason}, true, id
    from (select *, least(ends_at, now() + make_interval(mins => ${as.minutes}::int)) as ends from sessions where id = ${as.ownSessionId}) own
    returning id, ends_at as "endsAt"`.execute(tx)
  const { id, endsAt } = rows[0]!
  await tx
    .insertInto('session_tokens')
    .values({ hash: hashOf(token), session_id: id })
    .execute()
  await sql`update sessions set expires_at = greatest(expires_at, least(ends_at, ${endsAt}::timestamptz + interval '5 minutes')) where id = ${as.ownSessionId}`.execute(
    tx,
  )
  return { id, token, endsAt }
}

/** Opens the way back to the session that waits during an impersonation; undefined when it has ended. */
export async function reopenOwnSession(tx: Tx, id: string): Promise<OpenedSession | undefined> {
  const own = await tx
    .selectFrom('sessions')
    .select('ends_at')
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (!own) return undefined
  const token = newToken()
  // The browser lost its old token with its cookie; a request with that token is not from that browser.
  await tx
    .updateTable('session_tokens')
    .set({ replaced_at: sql<Date>`now()` })
    .where('session_id', '=', id)
    .where('replaced_at', 'is', null)
    .execute()
  await tx
    .insertInto('session_tokens')
    .values({ hash: hashOf(token), session_id: id })
    .execute()
  return { id, token, endsAt: own.ends_at }
}

/** Allows writes in an impersonated session. */
export async function allowWritingIn(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('sessions').set({ read_only: false }).where('id', '=', id).execute()
}

import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import type { Session } from '#kit/server/session.ts'

/** The live sessions of a user, newest first. */
export async function sessionsOf(db: Database, { userId, sessionId }: Session) {
  const rows = await db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    device: row.device,
    address: row.address,
    provider: row.provider_id,
    startedAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    current: row.id === sessionId,
    impersonated: row.impersonator_id !== null,
  }))
}

import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { type EventActor, noUser, recordEvent } from '#kit/server/events/event.ts'
import { sessionEnded } from '../contract.ts'

type End = { readonly why: string; readonly actor: EventActor }

/**
 * Ends a live session and records it; returns whether there was one. Also ends the session in which its user
 * impersonates another. All nodes are notified by NOTIFY.
 */
export async function endSession(tx: Tx, { id, why, actor }: End & { id: string }): Promise<boolean> {
  const endedSession = await tx
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`now()`, ended_why: why })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  if (!endedSession) return false
  await recordEvent(tx, sessionEnded, actor, { subject: endedSession.user_id, data: { why, session: id } })
  const acting = await tx
    .selectFrom('sessions')
    .select('id')
    .where('own_session_id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
  for (const other of acting) await endSession(tx, { id: other.id, why, actor })
  return true
}

/** Ends all sessions of a user but `except`; returns how many. */
export async function endSessionsOf(
  tx: Tx,
  { userId, except, ...end }: End & { userId: number; except?: string | undefined },
): Promise<number> {
  const alive = await tx
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute()
  const others = alive.filter(({ id }) => id !== except)
  for (const { id } of others) await endSession(tx, { id, ...end })
  return others.length
}

/**
 * Ends the sessions that a provider session started (back-channel logout); without `sid`, all of the user's with that
 * provider.
 */
export async function endProviderSessions(
  tx: Tx,
  from: { providerId: string; sid?: string | undefined; userId?: number | undefined },
): Promise<void> {
  let query = tx
    .selectFrom('sessions')
    .select('id')
    .where('provider_id', '=', from.providerId)
    .where('ended_at', 'is', null)
  if (from.sid !== undefined) query = query.where('provider_session', '=', from.sid)
  if (from.userId !== undefined) query = query.where('user_id', '=', from.userId)
  if (from.sid === undefined && from.userId === undefined) return
  for (const { id } of await query.execute()) await endSession(tx, { id, why: 'provider', actor: noUser })
}

/** Deletes the sessions of a user with everything that is known of them. */
export async function deleteSessionsOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute()
}

import { sql } from 'kysely'
import { hashOf } from '#features/access/tokens/server/index.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { Tx } from '#kit/server/database.ts'
import type { Encryptor } from '#kit/server/encryption.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { SESSION_SECONDS, sessionProblems } from '../contract.ts'
import { successorOf } from './session-token.ts'

/** The result of a refresh: the next token, and the figures of the session. */
export type RefreshResult = { readonly token: string; readonly expiresIn: number; readonly refreshCount: number }

/**
 * Replaces the token and extends the session by an hour. A token replaced a moment ago gets its existing successor,
 * uncounted, so that two tabs that refresh at once agree. Rejects with `session-limit-reached` after the last refresh.
 */
export async function refresh(tx: Tx, encrypt: Encryptor, sessionId: string, token: string): Promise<RefreshResult> {
  const { rows } = await sql<{ refresh_count: number; refresh_limit: number; left: number; whole: number }>`
    select refresh_count, refresh_limit, extract(epoch from expires_at - now())::float8 as left,
      extract(epoch from ends_at - now())::float8 as whole
    from sessions where id = ${sessionId} and ended_at is null and expires_at > now() for update`.execute(tx)
  const session = rows[0] ?? throwProblem(kitProblems['sign-in-required'])
  const present = await tx
    .selectFrom('session_tokens')
    .select('replaced_at')
    .where('hash', '=', hashOf(token))
    .where('session_id', '=', sessionId)
    .executeTakeFirstOrThrow()
  const successor = successorOf(encrypt, token)
  if (present.replaced_at !== null)
    return { token: successor, expiresIn: Math.floor(session.left), refreshCount: session.refresh_count }
  if (session.refresh_count >= session.refresh_limit) throwProblem(sessionProblems['session-limit-reached'])

  const seconds = Math.min(SESSION_SECONDS, Math.floor(session.whole))
  await tx
    .updateTable('session_tokens')
    .set({ replaced_at: sql<Date>`now()` })
    .where('hash', '=', hashOf(token))
    .execute()
  await tx
    .insertInto('session_tokens')
    .values({ hash: hashOf(successor), session_id: sessionId })
    .execute()
  await tx
    .updateTable('sessions')
    .set({ refresh_count: session.refresh_count + 1, expires_at: sql<Date>`now() + ${`${seconds} seconds`}::interval` })
    .where('id', '=', sessionId)
    .execute()
  return { token: successor, expiresIn: seconds, refreshCount: session.refresh_count + 1 }
}

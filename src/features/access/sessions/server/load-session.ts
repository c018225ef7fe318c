import { sql } from 'kysely'
import { apiToken, isToken, isUseUnnoted, noteUse } from '#features/access/tokens/server/index.ts'
import { allows } from '#kit/contract/permission.ts'
import type { Database } from '#kit/server/database.ts'
import type { Encryptor } from '#kit/server/encryption.ts'
import { noUser } from '#kit/server/events/event.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { runPrepared } from '#kit/server/prepared.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import type { Session } from '#kit/server/session.ts'
import { impersonateUsers } from '../contract.ts'
import type { Credentials } from './credentials.ts'
import { endSession } from './end-session.ts'
import { csrfTokensOf } from './session-token.ts'
import { loadPermissions, type PermissionRow, parsePermissions, permissionsOf } from './user-permissions.ts'

/** Seconds in which a token that was replaced on refresh still serves the requests under way. */
export const GRACE_SECONDS = 10

const sessionColumns = sql`s.id, s.user_id, s.expires_at, s.authenticated_at, s.read_only, s.impersonator_id,
  s.own_session_id, i.full_name as impersonator_name, s.last_seen_at < now() - interval '1 minute' as unseen,
  ${permissionsOf(sql`s.user_id`)} as "user"`
/** During an impersonation the impersonator's own session must be alive as well. */
const alive = sql.raw(`s.ended_at is null and s.expires_at > now() and (s.impersonator_id is null or exists (
  select 1 from sessions o where o.id = s.own_session_id and o.ended_at is null and o.expires_at > now()))`)
type SessionRow = {
  id: string
  user_id: number
  expires_at: Date
  authenticated_at: Date | null
  read_only: boolean
  impersonator_id: number | null
  impersonator_name: string | null
  own_session_id: string | null
  unseen: boolean
  user: PermissionRow | null
}

/** What sessions are read from: one statement each, planned once. */
type From = Pick<AppContext, 'db' | 'pool'>

/** Reads the session of the credentials; null when there is none, it has ended, or its user may not continue. */
export async function loadSession(from: From, encrypt: Encryptor, credentials: Credentials): Promise<Session | null> {
  return credentials.kind === 'session' ? byToken(from, encrypt, credentials.hash) : byApiToken(from, credentials)
}

/** Reads sessions by their ids; ended sessions are left out. */
export async function loadSessions(db: Database, encrypt: Encryptor, ids: readonly string[]): Promise<Session[]> {
  const { rows } = await sql<SessionRow>`
    select ${sessionColumns} from sessions s left join users i on i.id = s.impersonator_id
    where s.id = any(${ids}::uuid[]) and ${alive}`.execute(db)
  const sessions = await Promise.all(rows.map((row) => sessionFrom(db, encrypt, row)))
  return sessions.filter((session) => session !== null)
}

async function byToken({ db, pool }: From, encrypt: Encryptor, hash: Buffer): Promise<Session | null> {
  const tokenQuery = sql<SessionRow & { reused: boolean }>`
    select ${sessionColumns}, coalesce(t.replaced_at < now() - ${`${GRACE_SECONDS} seconds`}::interval, false) as reused
    from session_tokens t join sessions s on s.id = t.session_id left join users i on i.id = s.impersonator_id
    where t.hash = ${hash} and ${alive}`
  const [row] = await runPrepared(pool, tokenQuery.compile(db))
  if (!row) return null
  if (row.reused) {
    await inTransaction(db, (tx) => endSession(tx, { id: row.id, why: 'token-reused', actor: noUser }))
    return null
  }
  if (row.unseen)
    await db.updateTable('sessions').set({ last_seen_at: sql<Date>`now()` }).where('id', '=', row.id).execute()
  return sessionFrom(db, encrypt, row)
}

async function sessionFrom(db: Database, encrypt: Encryptor, row: SessionRow): Promise<Session | null> {
  const permissions = parsePermissions(row.user)
  const behind = await impersonatorOf(db, row)
  if (!permissions || behind === 'gone') return null
  return {
    userId: row.user_id,
    ...permissions,
    sessionId: row.id,
    csrfTokens: csrfTokensOf(encrypt, row.id),
    ...(behind ? { impersonator: behind } : {}),
    readOnly: row.read_only,
    authenticatedAt: row.authenticated_at,
    expiresAt: row.expires_at,
  }
}

/** The impersonator behind a session; `gone` when they may no longer impersonate. */
async function impersonatorOf(
  db: Database,
  { impersonator_id: id, impersonator_name: fullName, own_session_id: sessionId }: SessionRow,
): Promise<Session['impersonator'] | 'gone'> {
  if (id === null) return undefined
  const permissions = await loadPermissions(db, id)
  if (!permissions || sessionId === null || !allows(permissions.actor, impersonateUsers)) return 'gone'
  return { id, fullName: fullName ?? '', sessionId }
}

type TokenRow = {
  readonly id: number
  readonly user_id: number
  readonly permissions: string[] | null
  readonly expires_at: Date
  readonly created_at: Date
  readonly unnoted: boolean
  readonly user: PermissionRow | null
}

async function byApiToken(
  { db, pool }: From,
  { hash, username }: { hash: Buffer; username: string | null },
): Promise<Session | null> {
  const tokenQuery = sql<TokenRow>`
    select t.id, t.user_id, t.permissions, t.expires_at, t.created_at, ${isUseUnnoted(apiToken, 't')} as unnoted, ${permissionsOf(sql`t.user_id`)} as "user"
    from api_tokens t where ${isToken(apiToken, 't', hash)}`
  const [token] = await runPrepared(pool, tokenQuery.compile(db))
  const permissions = token && parsePermissions(token.user)
  if (!permissions || (username !== null && username !== permissions.actor.username)) return null
  if (token.unnoted) await noteUse(db, apiToken, token.id)
  return {
    userId: token.user_id,
    ...permissions,
    token: { id: token.id, permissions: token.permissions },
    readOnly: false,
    authenticatedAt: token.created_at,
    expiresAt: token.expires_at,
  }
}

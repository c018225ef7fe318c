import { sql } from 'kysely'
import { makeTokenOf, revokeTokens, tokenKind } from '#features/access/tokens/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { isoSql } from '#kit/server/sql-text.ts'

/** Lets a directory create and change the users of its provider. */
export const directoryToken = tokenKind({
  table: 'scim_connections',
  key: 'provider_id',
  hash: 'hash',
  prefix: 'hds_',
  lastUse: 'last_used_at',
})

/** The token of a directory, without itself; `lastError` is that of the last rejected call. */
type Token = {
  readonly createdBy: string
  readonly createdAt: string
  readonly lastUsedAt: string | null
  readonly lastError: string | null
  readonly lastErrorAt: string | null
}

/** The state of a provider's token, and how many users its directory created or changed. */
export async function findConnection(
  db: Database | Tx,
  provider: string,
): Promise<{ token: Token | null; users: number }> {
  const { rows } = await sql<Token>`
    select u.full_name as "createdBy", ${isoSql('c.created_at')} as "createdAt", ${isoSql('c.last_used_at')} as "lastUsedAt",
      c.last_error as "lastError", ${isoSql('c.last_error_at')} as "lastErrorAt"
    from scim_connections c join users u on u.id = c.created_by where c.provider_id = ${provider}`.execute(db)
  const { users } = await db
    .selectFrom('scim_users')
    .select(sql<number>`count(*)::int`.as('users'))
    .where('provider_id', '=', provider)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { token: rows[0] ?? null, users }
}

/** Gives a provider's directory a new token, of which only a hash is stored; the former one is void. */
export async function replaceToken(tx: Tx, provider: string, createdBy: number): Promise<string> {
  const { token, hash } = makeTokenOf(directoryToken)
  await sql`
    insert into scim_connections (provider_id, hash, created_by) values (${provider}, ${hash}, ${createdBy})
    on conflict (provider_id) do update set hash = excluded.hash, created_by = excluded.created_by, created_at = now(),
      last_used_at = null, last_error = null, last_error_at = null`.execute(tx)
  return token
}

/** Deletes the token of a provider's directory; returns whether there was one. */
export async function deleteToken(tx: Tx, provider: string): Promise<boolean> {
  return (await revokeTokens(tx, directoryToken, sql`provider_id = ${provider}`)).length > 0
}

/** Keeps the error of a rejected call of the directory. */
export async function noteError(db: Database, provider: string, error: string): Promise<void> {
  await sql`update scim_connections set last_error = ${error.slice(0, 1_000)}, last_error_at = now() where provider_id = ${provider}`.execute(
    db,
  )
}

import { type Insertable, type Selectable, sql } from 'kysely'
import type { ApiTokens } from '#database/schema.generated.ts'
import type { Tx } from '#kit/server/database.ts'
import { makeTokenOf, revokeTokens, tokenKind } from './token-kind.ts'

/** Acts for its user, in all that they may do or a part of it. */
export const apiToken = tokenKind({
  table: 'api_tokens',
  key: 'id',
  hash: 'hash',
  prefix: 'hdt_',
  lastUse: 'last_used_at',
  expires: 'expires_at',
})

/** Makes a token of a user; returns it, this once, with its row. */
export async function createApiToken(
  tx: Tx,
  values: Omit<Insertable<ApiTokens>, 'hash'>,
): Promise<{ readonly token: string; readonly row: Selectable<ApiTokens> }> {
  const { token, hash } = makeTokenOf(apiToken)
  const row = await tx
    .insertInto('api_tokens')
    .values({ ...values, hash })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { token, row }
}

/** Deletes the tokens of a user, or the one with the id; returns what was deleted. */
export function deleteApiTokens(
  tx: Tx,
  { userId, id }: { userId: number; id?: number },
): Promise<Pick<Selectable<ApiTokens>, 'id' | 'name'>[]> {
  const which = sql`user_id = ${userId} and ${id === undefined ? sql`true` : sql`id = ${id}`}`
  return revokeTokens(tx, apiToken, which, sql<Pick<Selectable<ApiTokens>, 'id' | 'name'>>`id, name`)
}

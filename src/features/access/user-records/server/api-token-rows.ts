import { type Insertable, type Selectable, sql } from 'kysely'
import type { ApiTokens } from '#database/schema.generated.ts'
import type { Database, Tx } from '#kit/server/database.ts'

/** Inserts a token of a user; returns its row. */
export function insertApiToken(tx: Tx, values: Insertable<ApiTokens>): Promise<Selectable<ApiTokens>> {
  return tx.insertInto('api_tokens').values(values).returningAll().executeTakeFirstOrThrow()
}

/** Deletes the tokens of a user, or the one with the id; returns what was deleted. */
export function deleteApiTokens(
  tx: Tx,
  { userId, id }: { userId: number; id?: number },
): Promise<Pick<Selectable<ApiTokens>, 'id' | 'name'>[]> {
  return tx
    .deleteFrom('api_tokens')
    .where('user_id', '=', userId)
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .returning(['id', 'name'])
    .execute()
}

/** Stores that a token is used now. */
export async function markTokenUsed(db: Database, id: number): Promise<void> {
  await db.updateTable('api_tokens').set({ last_used_at: sql<Date>`now()` }).where('id', '=', id).execute()
}

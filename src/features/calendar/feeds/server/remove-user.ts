import { sql } from 'kysely'
import { revokeTokens } from '#features/access/tokens/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { feedToken } from './feed-token.ts'

/** Ends all calendar addresses of a user. */
export async function removeFeedsOfUser(tx: Tx, userId: number): Promise<void> {
  await revokeTokens(tx, feedToken, sql`user_id = ${userId}`)
}

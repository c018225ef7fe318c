import type { Selectable } from 'kysely'
import type { ApiTokens } from '#database/schema.generated.ts'
import type { Database } from '#kit/server/database.ts'

/** The API tokens of a user, newest first. */
export async function findTokensOf(db: Database, userId: number) {
  const rows = await db
    .selectFrom('api_tokens')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(tokenRow)
}

/** A token as the API shows it. */
export function tokenRow(row: Selectable<ApiTokens>) {
  return {
    id: String(row.id),
    name: row.name,
    permissions: row.permissions,
    expiresAt: row.expires_at.toISOString(),
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }
}

import { sql } from 'kysely'
import type { StoredCase } from '#features/support/case-access/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { bumpListVersion } from './case-collection.ts'

/** Marks the case as changed now by the user, or by an outside system (null), and its account's collection with it. */
export async function touchCase(tx: Tx, { id, accountId }: StoredCase, userId: number | null): Promise<void> {
  await sql`update cases set updated_at = clock_timestamp(), updated_by = ${userId} where id = ${id}`.execute(tx)
  await bumpListVersion(tx, accountId)
}

/** Rebuilds the search words of cases. */
export async function indexCase(tx: Tx, ...ids: readonly number[]): Promise<void> {
  await sql`select index_cases(${ids}::bigint[])`.execute(tx)
}

/** Makes users watchers; existing ones stay. Returns the names of new ones. */
export async function addWatchers(
  tx: Tx,
  caseId: number,
  users: readonly { readonly id: number; readonly username: string }[],
): Promise<string[]> {
  if (users.length === 0) return []
  const { rows } = await sql<{ user_id: number }>`
    insert into case_watchers (case_id, user_id) select ${caseId}, unnest(${users.map(({ id }) => id)}::bigint[])
    on conflict do nothing returning user_id`.execute(tx)
  return users.filter(({ id }) => rows.some((row) => row.user_id === id)).map(({ username }) => username)
}

import { type RawBuilder, sql, type Updateable } from 'kysely'
import type { Users } from '#database/schema.generated.ts'
import type { Tx } from '#kit/server/database.ts'

/** Columns of a user with their new values, or with SQL that computes them. */
export type UserColumns = {
  [Column in keyof Updateable<Users>]:
    | Updateable<Users>[Column]
    | RawBuilder<Exclude<Updateable<Users>[Column], undefined>>
}

/** What users and administrators see of a user has a version: a change raises it. */
export const newVersion = { version: sql<number>`version + 1`, updated_at: sql<Date>`now()` }

/** Changes one user; the commands beside this file are the only callers. */
export async function change(tx: Tx, id: number, columns: UserColumns): Promise<void> {
  await tx.updateTable('users').set(columns).where('id', '=', id).execute()
}

/** Changes the users of a condition on the columns of `users`; returns how many. */
export async function changeWhere(tx: Tx, whom: RawBuilder<boolean>, columns: UserColumns): Promise<number> {
  const { numUpdatedRows } = await tx.updateTable('users').set(columns).where(whom).executeTakeFirst()
  return Number(numUpdatedRows)
}

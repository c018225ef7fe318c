import type { Insertable, RawBuilder, Updateable } from 'kysely'
import type { Users } from '#database/schema.generated.ts'
import type { Tx } from '#kit/server/database.ts'

/** Columns of a user with their new values, or with SQL that computes them. */
type UserChange = {
  [Column in keyof Updateable<Users>]:
    | Updateable<Users>[Column]
    | RawBuilder<Exclude<Updateable<Users>[Column], undefined>>
}

/** Inserts a user; returns the id. The caller records the event. */
export async function insertUserRow(tx: Tx, values: Insertable<Users>): Promise<number> {
  const { id } = await tx.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Changes a user. The caller has locked the row, or the change does not depend on what it holds. */
export async function updateUserRow(tx: Tx, id: number, change: UserChange): Promise<void> {
  await tx.updateTable('users').set(change).where('id', '=', id).execute()
}

/** Changes the users of a condition on the columns of `users`; returns their ids. */
export async function updateUserRows(tx: Tx, condition: RawBuilder<boolean>, change: UserChange): Promise<number[]> {
  const rows = await tx.updateTable('users').set(change).where(condition).returning('id').execute()
  return rows.map(({ id }) => id)
}

/** Deletes the users of a condition on the columns of `users`: only those whom no other row names. */
export async function deleteUserRows(tx: Tx, condition: RawBuilder<boolean>): Promise<void> {
  await tx.deleteFrom('users').where(condition).execute()
}

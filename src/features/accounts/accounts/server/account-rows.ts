import type { RawBuilder, Updateable } from 'kysely'
import type { Accounts } from '#database/schema.generated.ts'
import type { Tx } from '#kit/server/database.ts'
import { withVersionBump } from './stored-account.ts'

/** Columns of an account with their new values, or with SQL that computes them. */
type AccountChange = {
  [Column in keyof Updateable<Accounts>]:
    | Updateable<Accounts>[Column]
    | RawBuilder<Exclude<Updateable<Accounts>[Column], undefined>>
}

/**
 * Changes the accounts of a condition on the columns of `accounts`, each to its next version; returns their ids. The
 * caller records the event.
 */
export async function updateAccountRows(
  tx: Tx,
  condition: RawBuilder<boolean>,
  change: AccountChange,
): Promise<number[]> {
  const rows = await tx
    .updateTable('accounts')
    .set({ ...change, ...withVersionBump })
    .where(condition)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

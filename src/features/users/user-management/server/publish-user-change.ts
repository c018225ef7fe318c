import type { Tx } from '#kit/server/database.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { userChanged } from '../contract.ts'

/** Has pages that show a user refetch, once the transaction is committed; also in accounts that they `left`. */
export async function publishUserChange(
  { live }: Pick<AppContext, 'live'>,
  tx: Tx,
  { id, left = [] }: { readonly id: number; readonly left?: readonly string[] },
): Promise<void> {
  const accountRows = await tx
    .selectFrom('role_grants')
    .innerJoin('accounts', 'accounts.id', 'role_grants.account_id')
    .select('accounts.name')
    .distinct()
    .where('role_grants.user_id', '=', id)
    .execute()
  const accounts = new Set([...accountRows.map(({ name }) => name), ...left])
  // Only vendor staff, whose permissions hold everywhere, see users without an account.
  for (const account of accounts.size > 0 ? accounts : ['*'])
    await live.publish(tx, { topic: userChanged, account, body: { id: String(id) } })
}

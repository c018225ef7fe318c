import type { Tx } from '#kit/server/database.ts'
import type { Portal } from '#kit/server/portal.ts'
import { userChanged } from '../contract.ts'
import type { Person } from './person.ts'

/** Tells the pages that show a person to ask again, once the transaction is committed. */
export async function tellUserChanged({ live }: Pick<Portal, 'live'>, tx: Tx, { id, roles }: Person): Promise<void> {
  const body = { id: String(id) }
  const accounts = new Set(roles.flatMap(({ account }) => account ?? []))
  // Nobody but vendor staff, whose rights hold everywhere, sees who has no account.
  for (const account of accounts.size > 0 ? accounts : ['*'])
    await live.publish(tx, { topic: userChanged, account, body })
}

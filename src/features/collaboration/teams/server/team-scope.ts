import { type RawBuilder, sql } from 'kysely'
import { isVendor } from '#features/access/roles/contract.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import type { Session } from '#kit/server/session.ts'
import { visibleIn } from '#kit/server/visible.ts'
import { readTeams } from '../contract.ts'

/** The condition on `teams t` that limits it to what the session may see. */
export function visibleTeams(session: Session): RawBuilder<boolean> {
  const own = visibleIn(session, readTeams, 't.account_id')
  return isVendor(session.actor) ? sql`(t.account_id is null or ${own})` : own
}

/** The ids of accounts by their names; a name that is not known is missing. */
export async function accountIds(tx: Tx | Database, names: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from accounts where name = any(${[...names]}::text[]) and deleted_at is null`.execute(tx)
  return new Map(rows.map(({ id, name }) => [name, id]))
}

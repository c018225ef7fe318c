import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import { tokenAllows } from '#kit/server/has-permission.ts'
import type { Session } from '#kit/server/session.ts'
import { visibleAccounts } from '#kit/server/visible.ts'
import { readPlugins } from '../contract.ts'
import { findConfigurations } from './plugin-store.ts'

/** By account id: its tools as one table cell, each with its state; none where the session may not see them. */
export async function pluginsByAccount(db: Database, session: Session): Promise<ReadonlyMap<string, string>> {
  if (!tokenAllows(session, readPlugins)) return new Map()
  const scope = visibleAccounts(session, readPlugins)
  const { rows } = await findConfigurations(db, scope, { page: 0, size: 1_000_000, order: sql`a.name` })
  const cells = new Map<string, string>()
  for (const { accountId, name, state } of rows) {
    const before = cells.get(accountId)
    cells.set(accountId, `${before === undefined ? '' : `${before}, `}${name} ${state}`)
  }
  return cells
}

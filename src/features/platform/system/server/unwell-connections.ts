import { sql } from 'kysely'
import { type ConnectionPorts, connectionsWhere } from '#features/platform/connections/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import type { SystemInfo } from '../contract.ts'

const SHOWN = 50

/** How many connections there are, and those that need attention: a failing one, dead letters, changed responses. */
export async function unwellConnections(db: Database, ports: ConnectionPorts): Promise<SystemInfo['connections']> {
  const all = await connectionsWhere(db, ports, sql`true`)
  const unwell = all.filter(
    ({ state, failing, failed, contractChanges }) =>
      (failing && state !== 'STOPPED') || failed > 0 || contractChanges > 0,
  )
  return {
    count: all.length,
    unwell: unwell
      .slice(0, SHOWN)
      .map(({ id, systemName, label, account, state, failing, lastFailure, waiting, failed, contractChanges }) => ({
        id,
        systemName: label ?? systemName,
        account: account?.displayName ?? null,
        state,
        failing,
        failure: failing ? (lastFailure?.text ?? null) : null,
        waiting,
        failed,
        contractChanges,
      })),
  }
}

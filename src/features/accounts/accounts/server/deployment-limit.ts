import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { MAX_DEPLOYMENTS } from '../contract.ts'
import { limitExceeded, type ReachedLimit } from './limits.ts'

/**
 * The limit that one more deployment exceeds; undefined = it fits. Call it after the deployment was added, in its
 * transaction.
 */
export function deploymentsOverLimit(tx: Tx, accountId: number): Promise<ReachedLimit | undefined> {
  return limitExceeded(tx, accountId, {
    facet: MAX_DEPLOYMENTS,
    lock: tx,
    async used() {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from deployments where account_id = ${accountId}`.execute(tx)
      return rows[0]!.count
    },
  })
}

import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { quotaRejections } from '#kit/server/request-metrics.ts'
import { MAX_DEPLOYMENTS } from '../contract.ts'
import { effectiveLimit, lockSubscription } from './facet-overrides.ts'

type OverLimit = { readonly account: string; readonly used: number; readonly limit: number; readonly contact: string }

/**
 * The limit that one more deployment exceeds, with the usage before it and the contact; undefined = it fits. Call it
 * after the deployment was added, in its transaction.
 */
export async function deploymentsOverLimit(tx: Tx, accountId: number): Promise<OverLimit | undefined> {
  await lockSubscription(tx, accountId)
  const { rows } = await sql<OverLimit>`
    select * from (select a.display_name as account, (select count(*) from deployments d where d.account_id = a.id) - 1 as used,
        ${effectiveLimit(accountId, MAX_DEPLOYMENTS)} as "limit", coalesce(m.full_name, 'your customer success manager') as contact
      from accounts a left join users m on m.id = a.csm_id where a.id = ${accountId}) found
    where used >= "limit"`.execute(tx)
  if (rows[0]) quotaRejections.inc({ quota: 'deployments' })
  return rows[0]
}

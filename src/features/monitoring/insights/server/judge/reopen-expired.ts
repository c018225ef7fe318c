import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { findingReopened } from '../../contract.ts'
import { insightNamed } from '../catalogue/catalogue.ts'
import { findingTitle, judge } from './apply-decisions.ts'

/** Opens the findings whose acknowledgement has expired. */
export async function reopenExpired(db: Database, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ id: number; accountId: number; object: string; insight: string; deployment: string }>`
      update insight_findings f set state = 'OPEN', version = f.version + 1, updated_at = ${now}
      from deployments d where d.id = f.deployment_id and f.id in (select id from insight_findings where state = 'ACKNOWLEDGED' and acknowledged_until <= ${now} for update skip locked limit 1000)
      returning f.id, f.account_id as "accountId", f.object, f.insight, d.name as deployment`.execute(tx)
    for (const { id, accountId, object, insight, deployment } of rows)
      await recordEvent(tx, findingReopened, judge, {
        account: accountId,
        subject: id,
        data: { what: findingTitle(insightNamed(insight).displayName, deployment), object, expired: true },
      })
  })
}

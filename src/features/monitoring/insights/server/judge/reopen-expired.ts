import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import { findingReopened } from '../../contract.ts'
import { judge } from './apply-decisions.ts'

/** Opens the findings whose acknowledgement has expired. */
export async function reopenExpired(db: Database, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number; accountId: number; object: string }>`
      update insight_findings set state = 'OPEN', version = version + 1, updated_at = ${now}
      where id in (select id from insight_findings where state = 'ACKNOWLEDGED' and acknowledged_until <= ${now} for update skip locked limit 1000)
      returning id, account_id as "accountId", object`.execute(tx)
    for (const { id, accountId, object } of rows)
      await recordEvent(tx, findingReopened, judge, {
        account: accountId,
        subject: id,
        data: { object, expired: true },
      })
  })
}

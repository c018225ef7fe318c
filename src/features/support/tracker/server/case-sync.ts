import { sql } from 'kysely'
import { seeInternal } from '#features/support/case-access/contract.ts'
import { type CaseMessage, casesUpdated } from '#features/support/cases/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import type { AppContext } from '#kit/server/portal.ts'

/** Has pages of staff fetch a case again: messages to its tracker were enqueued, sent or rejected. */
export async function publishCaseSync(portal: AppContext, tx: Tx, caseId: number): Promise<void> {
  const { rows } = await sql<Omit<CaseMessage, 'event' | 'by'>>`
    select c.key, a.name as account, c.status, c.priority, c.type, c.subject, c.internal
    from cases c join accounts a on a.id = c.account_id where c.id = ${caseId}`.execute(tx)
  const caseRow = rows[0]
  if (!caseRow) return
  await portal.live.publish(tx, {
    topic: casesUpdated,
    params: { vendor: portal.config.vendor.id },
    permission: seeInternal,
    account: caseRow.account,
    body: { ...caseRow, event: 'case.synced', by: null },
  })
}

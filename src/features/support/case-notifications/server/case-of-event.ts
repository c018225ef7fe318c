import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { CasePriority, CaseStatus, CaseType } from '#features/support/case-access/contract.ts'
import { oncePerEvent } from '#kit/server/events/once-per-event.ts'

/** A case as the handlers of its events find it. */
type CaseOfEvent = {
  readonly id: number
  readonly accountId: number
  readonly key: string
  readonly account: string
  readonly status: CaseStatus
  readonly priority: z.output<typeof CasePriority>
  readonly type: z.output<typeof CaseType>
  readonly subject: string
  readonly internal: boolean
  readonly isOpen: boolean
}

/** The case that an event is about, undefined once it is deleted. Handlers of events change nothing of this. */
export const caseOfEvent = oncePerEvent(async ({ subjectId }, tx): Promise<CaseOfEvent | undefined> => {
  const { rows } = await sql<CaseOfEvent>`
    select c.id, c.account_id as "accountId", c.key, a.name as account, c.status, c.priority, c.type, c.subject, c.internal, c.is_open as "isOpen"
    from cases c join accounts a on a.id = c.account_id where c.key = ${subjectId}`.execute(tx)
  return rows[0]
})

import { sql } from 'kysely'
import { type CaseStatus, openStatuses } from '#features/support/case-access/contract.ts'
import { caseMoved, internalCaseEvents } from '#features/support/cases/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import { type RecordedEvent, recordEvent } from '#kit/server/events/event.ts'
import { type EventHandler, on } from '#kit/server/events/event-handler.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import { outageEdited } from '../contract.ts'

/**
 * An outage ends with its case, in whatever way that was resolved, closed or declined: when the user says it ended, else
 * with the change of the status. Its clocks and the board stop then.
 */
export function endWithCase(): EventHandler[] {
  return [on([caseMoved, internalCaseEvents.moved], 'outage-end', endOutage)]
}

async function endOutage(event: RecordedEvent, tx: Tx): Promise<void> {
  const { status, correction } = (event.data.changes ?? {}) as {
    status?: readonly [CaseStatus, CaseStatus]
    correction?: readonly [null, string]
  }
  if (!status || openStatuses.includes(status[1])) return
  const end = typeof event.data.outageEnded === 'string' ? event.data.outageEnded : event.at
  const { rows } = await sql<{ caseId: number; ended: string }>`
    update outages o set ended_at = greatest(o.started_at, date_trunc('milliseconds', ${end}::timestamptz)), version = o.version + 1, updated_at = clock_timestamp()
    from cases c where c.id = o.case_id and c.key = ${event.subjectId} and o.ended_at is null and not c.is_open
    returning o.case_id as "caseId", ${isoSql('o.ended_at')} as ended`.execute(tx)
  const [endedOutage] = rows
  if (!endedOutage) return
  const actor =
    event.actorName === null
      ? { userName: 'Headend' }
      : { userName: event.actorName, ...(event.actorId === null ? {} : { userId: event.actorId }) }
  await recordEvent(tx, { ...outageEdited, audience: event.audience }, actor, {
    account: event.accountId,
    subject: event.subjectId,
    data: {
      caseId: endedOutage.caseId,
      changes: { ended: [null, endedOutage.ended], ...(correction ? { correction } : {}) },
    },
  })
}

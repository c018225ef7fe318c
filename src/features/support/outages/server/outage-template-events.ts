import { sql } from 'kysely'
import type { TemplateEvent } from '#features/messaging/announcements/server/index.ts'
import { openStatuses, readEveryCase } from '#features/support/case-access/contract.ts'
import { customerCaseFacts, statusChangeIn } from '#features/support/case-notifications/server/index.ts'
import { caseMoved } from '#features/support/cases/contract.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import type { RecordedEvent } from '#kit/server/events/event.ts'
import { outageConverted } from '../contract.ts'

const openingEvent: TemplateEvent<'OUTAGE_OPENED'> = {
  event: 'OUTAGE_OPENED',
  recorded: [outageConverted],
  readable: readEveryCase,
  factsOf: customerCaseFacts,
}
const closingEvent: TemplateEvent<'OUTAGE_CLOSED'> = {
  event: 'OUTAGE_CLOSED',
  recorded: [caseMoved],
  readable: readEveryCase,
  factsOf: async (event, db) => ((await isClosing(event, db)) ? customerCaseFacts(event, db) : undefined),
}

/** Outages that open and close, for templates. */
export const outageTemplateEvents: readonly TemplateEvent[] = [openingEvent, closingEvent]

async function isClosing(event: RecordedEvent, db: Database | Tx): Promise<boolean> {
  const status = statusChangeIn(event)
  if (!status || !openStatuses.includes(status[0]) || openStatuses.includes(status[1])) return false
  const { rows } = await sql`select from cases where key = ${event.subjectId} and type = 'OUTAGE'`.execute(db)
  return rows.length > 0
}

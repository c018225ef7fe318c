import { accountEvents } from '#features/accounts/accounts/contract.ts'
import { caseEventHandlers, caseKind } from '#features/support/case-notifications/server/index.ts'
import { caseCreated, internalCaseEvents } from '#features/support/cases/contract.ts'
import { writeInBatch } from '#kit/server/events/batch-writes.ts'
import type { RecordedEvent } from '#kit/server/events/event.ts'
import { type EventHandler, on } from '#kit/server/events/event-handler.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { clockBreached, clockWarned } from '../contract.ts'
import { clockEvents } from './clock-source.ts'
import { markCases, markClocks } from './mark-clocks.ts'

const dueSoon = caseKind('case.clock-warned', 'The SLA clock "{clock}" of {key} is due soon: {due}.', clockOf)
const overdue = caseKind('case.clock-breached', 'The SLA clock "{clock}" of {key} is overdue since {due}.', clockOf)

function clockOf({ data }: RecordedEvent) {
  return {
    clock: String(data.clock).toLowerCase().replaceAll('_', ' '),
    due: `${String(data.due).slice(0, 16).replace('T', ' ')} UTC`,
  }
}

/**
 * An event that clocks depend on marks those of its case. Events that are loaded come by the thousand and with their
 * case: its creation marks the clocks for the job of the next minute.
 */
export function clockHandlers(portal: AppContext): EventHandler[] {
  return [
    on(clockEvents, 'sla-clocks', async ({ name, subjectId, data }, tx) => {
      const isCreation = name === caseCreated.name || name === internalCaseEvents.created.name
      const isFromTracker = 'fromTracker' in data && data.fromTracker !== undefined
      if (data.imported && !isFromTracker && !isCreation) return
      if (subjectId !== null) await writeInBatch(tx, markCases, [{ key: subjectId, imported: data.imported === true }])
    }),
    on(accountEvents.edited, 'sla-clocks', async ({ accountId, data }, tx) => {
      if (accountId !== null && data.changes.timeZone) await markClocks(tx, { accountId })
    }),
    ...caseEventHandlers(portal, [
      { event: clockWarned, notifies: dueSoon },
      { event: clockBreached, notifies: overdue },
    ]),
  ]
}

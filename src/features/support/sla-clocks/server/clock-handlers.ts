import { sql } from 'kysely'
import { accountEvents } from '#features/accounts/accounts/contract.ts'
import { caseEventHandlers } from '#features/support/case-notifications/server/index.ts'
import type { EventHandler } from '#kit/server/events/event-dispatcher.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { clockBreached, clockWarned } from '../contract.ts'
import { clockEvents } from './clock-source.ts'
import { computeSoon } from './compute-clocks.ts'
import { markClocks } from './mark-clocks.ts'

/**
 * An event that clocks depend on marks those of its case. Events that are loaded come by the thousand and with their
 * case: its creation marks the clocks for the job of the next minute.
 */
export function clockHandlers(portal: AppContext): EventHandler[] {
  return [
    ...clockEvents.map(
      (event): EventHandler => ({
        event,
        name: 'sla-clocks',
        async run({ subjectId, data }, tx) {
          if (data.imported && !data.fromTracker && !event.endsWith('created')) return
          await sql`
            insert into case_clocks as k (case_id, account_id) select id, account_id from cases c where key = ${subjectId}
              and (is_open or not ${data.imported === true} or exists (select 1 from case_clocks o where o.case_id = c.id))
            on conflict (case_id) do update set next_at = '-infinity'`.execute(tx)
          if (!data.imported) await computeSoon(tx)
        },
      }),
    ),
    {
      event: accountEvents.edited.name,
      name: 'sla-clocks',
      async run({ accountId, data }, tx) {
        const changes = (data.changes ?? {}) as { timeZone?: unknown }
        if (accountId !== null && changes.timeZone) await markClocks(tx, { accountId })
      },
    },
    ...caseEventHandlers(portal, [
      { event: clockWarned, notifies: true },
      { event: clockBreached, notifies: true },
    ]),
  ]
}

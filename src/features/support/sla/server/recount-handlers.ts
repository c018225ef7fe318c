import { caseMoved } from '#features/support/cases/contract.ts'
import { outageConverted, outageEdited } from '#features/support/outages/contract.ts'
import { noUser, recordEvent } from '#kit/server/events/event.ts'
import type { EventHandler } from '#kit/server/events/event-dispatcher.ts'
import { slaMonthRecounted } from '../contract.ts'
import { recountMonthsOf } from './make-revision.ts'

/** A change of an outage makes a new revision of each closed month that it changes, with the reason of the correction. */
export function recountHandlers(): EventHandler[] {
  return [outageEdited, outageConverted, caseMoved].map(({ name: event }) => ({
    event,
    name: 'sla-recount',
    async run({ accountId, subjectId, actorId, actorName, data }, tx) {
      if (accountId === null || subjectId === null) return
      const { correction } = (data.changes ?? {}) as { correction?: readonly [null, string] }
      const by = { userId: actorId, reason: correction?.[1] ?? `Changed by ${actorName ?? 'Headend'}` }
      for (const { month } of await recountMonthsOf(tx, { accountId, key: subjectId, ...by }))
        await recordEvent(tx, slaMonthRecounted, noUser, {
          account: accountId,
          subject: month,
          data: { key: subjectId },
        })
    },
  }))
}

import { sql } from 'kysely'
import { type EventHandler, onEveryEvent } from '#kit/server/events/event-handler.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { auditRecorded } from '../contract.ts'

/** Notifies all open pages of the actor of the recorded event. */
export function liveAudit(portal: AppContext): EventHandler {
  return onEveryEvent(
    'live-audit',
    async ({ id, name, subject, subjectId, accountId, actorId, actorName, requestId }, tx) => {
      if (actorId === null) return
      const account = await sql<{ name: string }>`select name from accounts where id = ${accountId}`.execute(tx)
      await portal.live.publish(tx, {
        topic: auditRecorded,
        to: { userId: String(actorId) },
        body: { name, subject, subjectId, account: account.rows[0]?.name ?? null, by: actorName },
        eventId: id,
        requestId,
      })
    },
  )
}

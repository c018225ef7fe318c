import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { type EventHandler, on } from '#kit/server/events/event-handler.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import type { RequestStatus } from '../contract.ts'
import {
  accountRequestsChanged,
  myAccountRequestChanged,
  requestApproved,
  requestAsked,
  requestDeleted,
  requestEdited,
  requestRejected,
} from '../contract.ts'

type RequestEventData = { readonly eventId?: number; readonly requestId?: string | null }

/** Notifies users who see all requests, and the requester, that one changed. */
export async function publishRequest(
  { live }: AppContext,
  tx: Tx,
  id: number,
  message: RequestEventData,
  deletedBy?: number,
): Promise<void> {
  const { rows } = await sql<{ status: RequestStatus; requestedBy: number }>`
    select request_status as status, requested_by as "requestedBy" from account_requests where id = ${id}`.execute(tx)
  const body = { id: String(id), requestStatus: rows[0]?.status ?? null }
  await live.publish(tx, { ...message, topic: accountRequestsChanged, body })
  const asker = rows[0]?.requestedBy ?? deletedBy
  if (asker !== undefined)
    await live.publish(tx, { ...message, topic: myAccountRequestChanged, to: { userId: String(asker) }, body })
}

/** The event handlers of requests; provisioning publishes its own steps. */
export function requestHandlers(portal: AppContext): EventHandler[] {
  return [
    on(
      [requestAsked, requestEdited, requestDeleted, requestApproved, requestRejected],
      'tell-requests',
      ({ id: eventId, subjectId, requestId, data }, tx) =>
        publishRequest(
          portal,
          tx,
          Number(subjectId),
          { eventId, requestId },
          'requestedBy' in data ? data.requestedBy : undefined,
        ),
    ),
  ]
}

/** Called after each step of a provisioning. */
export async function publishProvisioning(portal: AppContext, db: Database, id: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`update account_requests set updated_at = now() where id = ${id}`.execute(tx)
    await publishRequest(portal, tx, id, {})
  })
}

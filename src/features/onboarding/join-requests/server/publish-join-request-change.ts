import { type EventHandler, on } from '#kit/server/events/event-handler.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { joinApproved, joinAsked, joinRejected, joinRequestsChanged, myJoinRequestChanged } from '../contract.ts'
import { joinById } from './join-store.ts'

/** Notifies the deciders, and the requesting user. */
export function publishJoinRequestChange(portal: AppContext): EventHandler[] {
  return [
    on([joinAsked, joinApproved, joinRejected], 'tell-joins', async ({ id: eventId, subjectId, requestId }, tx) => {
      const join = await joinById(tx, Number(subjectId))
      if (!join) return
      const { id, account, requestStatus, requestedBy } = join
      const message = { eventId, requestId }
      await portal.live.publish(tx, {
        ...message,
        topic: joinRequestsChanged,
        account,
        body: { id, account, requestStatus },
      })
      const to = { userId: requestedBy.id }
      await portal.live.publish(tx, { ...message, topic: myJoinRequestChanged, to, body: { id, requestStatus } })
    }),
  ]
}

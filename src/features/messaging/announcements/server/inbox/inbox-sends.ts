import * as z from 'zod/mini'
import { deliveryMethods } from '#features/messaging/templates/contract.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { type LiveSend, liveSend } from '#kit/server/live/send.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { Acknowledgement, announcementAcknowledged, topicOf } from '../../contract.ts'
import { acknowledgeItems } from './acknowledge.ts'
import { unreadOf } from './inbox-store.ts'

const REQUESTS = { count: 60, seconds: 60 }

/** The SEND commands of the live channel: request the unread announcements, acknowledge. */
export function inboxSends(portal: AppContext): readonly LiveSend[] {
  const { db, live } = portal
  const requestAll = liveSend({
    destination: '/app/delivery-jobs',
    summary: 'Request your unread announcements on the three delivery topics',
    guard: 'signed-in',
    body: z.unknown(),
    async handle({ userId, sessionId }) {
      portal.limits?.take(REQUESTS, `delivery-jobs ${sessionId}`)
      const lists = await Promise.all(deliveryMethods.map((method) => unreadOf(db, Number(userId), method)))
      await inTransaction(db, async (tx) => {
        for (const [index, method] of deliveryMethods.entries())
          await live.publish(tx, {
            topic: topicOf(method),
            to: { userId },
            body: { event: 'list', announcements: lists[index]! },
          })
      })
    },
  })
  const acknowledgement = liveSend({
    destination: '/app/acknowledge',
    summary: 'Acknowledge one announcement, all of a delivery method, or all',
    guard: 'signed-in',
    body: z.optional(Acknowledgement),
    async handle({ userId, sessionId, impersonatorId, actor }, body) {
      portal.limits?.take(REQUESTS, `acknowledge ${sessionId}`)
      if (impersonatorId !== undefined) throwProblem(kitProblems['not-while-impersonating'])
      await inTransaction(db, async (tx) => {
        const { acknowledged: acknowledgedCount, methods } = await acknowledgeItems(tx, Number(userId), body ?? {})
        const by = { userId: Number(userId), userName: actor.fullName }
        if (acknowledgedCount > 0)
          await recordEvent(tx, announcementAcknowledged, by, {
            subject: userId,
            data: { acknowledged: acknowledgedCount, methods },
          })
      })
    },
  })
  return [requestAll as LiveSend, acknowledgement as LiveSend]
}

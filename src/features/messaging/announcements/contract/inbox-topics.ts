import * as z from 'zod/mini'
import type { DeliveryMethod } from '#features/messaging/templates/contract.ts'
import { topic } from '#kit/contract/topic.ts'
import { InboxItem } from './inbox-shapes.ts'

/** That the inbox changed; `announcements` is there only when a client requested the list. */
const DeliveryMessage = z.object({
  event: z.enum(['delivered', 'changed', 'acknowledged', 'list']),
  announcements: z.optional(z.array(InboxItem)),
})
export type DeliveryMessage = z.output<typeof DeliveryMessage>

export const bannersDelivered = topic({
  destination: '/user/topic/delivery-jobs/banners',
  summary: 'Your banners changed',
  guard: 'signed-in',
  message: DeliveryMessage,
})
export const bellAlertsDelivered = topic({
  destination: '/user/topic/delivery-jobs/bell-alerts',
  summary: 'Your bell alerts changed',
  guard: 'signed-in',
  message: DeliveryMessage,
})
export const modalAlertsDelivered = topic({
  destination: '/user/topic/delivery-jobs/modal-alerts',
  summary: 'Your modal alerts changed',
  guard: 'signed-in',
  message: DeliveryMessage,
})

const topics = { Banner: bannersDelivered, BellAlert: bellAlertsDelivered, ModalAlert: modalAlertsDelivered } as const
/** The topic of a delivery method. */
export function topicOf(method: DeliveryMethod) {
  return topics[method]
}

import * as z from 'zod/mini'
import { roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** The events that webhooks can be sent for, by their recorded name. All are meant for the account. */
export const webhookEventNames = [
  'case.created',
  'case.edited',
  'case.status-changed',
  'case.commented',
  'case.milestone-reached',
  'case.deleted',
  'case.converted-to-outage',
  'case.outage-updated',
  'case.outage-edited',
  'bundle.release-delivered',
] as const
export type WebhookEventName = (typeof webhookEventNames)[number]

/** Protocols by which other systems subscribe to events: TM Forum's trouble tickets. */
export const webhookProtocols = ['tmf621'] as const

/** Whether webhooks can be sent for an event. */
export function isWebhookEvent<T extends { readonly name: string }>(
  event: T,
): event is T & { readonly name: WebhookEventName } {
  return (webhookEventNames as readonly string[]).includes(event.name)
}

/** The event of a delivery that a user requests to test an endpoint. */
export const TEST_EVENT = 'webhook.test' as const
/** Webhooks per account, at most. */
export const MOST_WEBHOOKS = 20
/** Hours for which a replaced secret still signs, at most. */
export const LONGEST_OVERLAP_HOURS = 168

/** Manage the webhooks of an account: decides where the account's events are sent. */
export const manageWebhooks = permission(
  'webhook:manage',
  'Manage the webhooks of an account',
  roles('ADMIN', 'CENTRAL', 'MANAGER'),
)

export const WebhookEvent = z.enum(webhookEventNames)
export const WaitingMessages = z.enum(['SEND', 'SKIP'])
const WebhookProtocol = z.enum(webhookProtocols)

/** An endpoint of an account that its events are sent to. Its secret is shown once, when it is created or rotated. */
export const Webhook = z.object({
  id: z.string(),
  account: z.string(),
  /** Null for a webhook that users set up; else the protocol by which another system subscribed, and changes it. */
  protocol: z.nullable(WebhookProtocol),
  url: z.string(),
  description: z.string(),
  /** Names of events; those of a subscription are of its protocol. */
  events: z.array(z.string()),
  state: z.enum(['ACTIVE', 'PAUSED']),
  /** PAUSED by a user, or after 24 hours of failures. */
  pausedBy: z.nullable(z.enum(['USER', 'FAILURES', 'MAKER'])),
  /** Pending deliveries. */
  waiting: z.int(),
  failingSince: z.nullable(z.iso.datetime()),
  /** Why the last delivery failed; null once one succeeded. */
  lastError: z.nullable(z.string()),
  lastSuccess: z.nullable(z.iso.datetime()),
  /** Until when the replaced secret still signs. */
  previousSecretUntil: z.nullable(z.iso.datetime()),
  created: z.iso.datetime(),
  version: z.int(),
})
export type Webhook = z.output<typeof Webhook>

/** A webhook with its secret. */
export const WebhookWithSecret = z.extend(Webhook, { secret: z.string() })
export type WebhookWithSecret = z.output<typeof WebhookWithSecret>

export const WebhookDeliveryState = z.enum(['WAITING', 'DELIVERED', 'FAILED'])

/** One message to an endpoint, with the endpoint's last response. */
export const WebhookDelivery = z.object({
  id: z.string(),
  /** The `webhook-id` header: the same for a replay, so that the receiver detects duplicates. */
  messageId: z.string(),
  event: z.string(),
  /** The subject of the event, for example the key of a case. */
  subject: z.string(),
  state: WebhookDeliveryState,
  attempts: z.int(),
  status: z.nullable(z.int()),
  error: z.nullable(z.string()),
  durationMs: z.nullable(z.int()),
  body: z.string(),
  replay: z.boolean(),
  /** While it waits after a failure: when it is tried again, if its webhook is active then. */
  nextTry: z.nullable(z.iso.datetime()),
  created: z.iso.datetime(),
  settled: z.nullable(z.iso.datetime()),
})
export type WebhookDelivery = z.output<typeof WebhookDelivery>

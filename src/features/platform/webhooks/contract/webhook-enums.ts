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

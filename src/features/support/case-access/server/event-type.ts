import type { EventType } from '#kit/contract/event.ts'

/** The event type on this case: events of an internal one are never for the account. */
export function eventTypeFor(
  stored: { readonly internal: boolean },
  kind: EventType,
  internally: EventType = kind,
): EventType {
  return stored.internal ? { ...internally, audience: 'vendor' } : kind
}

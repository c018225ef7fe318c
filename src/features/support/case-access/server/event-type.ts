import type { EventType } from '#kit/contract/event.ts'

/** The event type on this case: events of an internal one are never for the account. */
export function eventTypeFor<Kind extends EventType, Internal extends EventType = Kind>(
  storedCase: { readonly internal: boolean },
  kind: Kind,
  internally: Internal | Kind = kind,
): Kind | Internal {
  return storedCase.internal ? { ...internally, audience: 'vendor' } : kind
}

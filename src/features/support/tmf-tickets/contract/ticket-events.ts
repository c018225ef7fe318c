import { defineEvent } from '#kit/contract/event.ts'

export const accountTokenCreated = defineEvent('account.token-created', 'account')
export const accountTokenRevoked = defineEvent('account.token-revoked', 'account')
/** A ticket system of the account is notified at `data.callback`. */
export const ticketsSubscribed = defineEvent('account.tickets-subscribed', 'account')
export const ticketsUnsubscribed = defineEvent('account.tickets-unsubscribed', 'account')

/** The notifications of TMF621, the most specific first: each change is sent as one of them. */
export const ticketEventTypes = [
  'TroubleTicketDeleteEvent',
  'TroubleTicketCreateEvent',
  'TroubleTicketResolvedEvent',
  'TroubleTicketInformationRequiredEvent',
  'TroubleTicketStatusChangeEvent',
  'TroubleTicketAttributeValueChangeEvent',
] as const
export type TicketEventType = (typeof ticketEventTypes)[number]

import * as z from 'zod/mini'
import { defineEvent } from '#kit/contract/event.ts'
import { tokenRights } from './exchange-calls.ts'

export const accountTokenCreated = defineEvent('account.token-created', {
  audience: 'account',
  text: 'created a token for a ticket system',
  data: { name: z.string(), rights: z.array(z.enum(tokenRights)) },
})
export const accountTokenRevoked = defineEvent('account.token-revoked', {
  audience: 'account',
  text: 'revoked a token of a ticket system',
  data: { name: z.string() },
})
/** A ticket system of the account is notified at `data.callback`. */
export const ticketsSubscribed = defineEvent('account.tickets-subscribed', {
  audience: 'account',
  text: 'subscribed a ticket system to notifications',
  data: { callback: z.string(), query: z.string(), fromToken: z.optional(z.string()) },
})
export const ticketsUnsubscribed = defineEvent('account.tickets-unsubscribed', {
  audience: 'account',
  text: 'deleted a subscription of a ticket system',
  data: { callback: z.string(), fromToken: z.optional(z.string()) },
})

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

import * as z from 'zod/mini'
import { accountProblems } from '#features/accounts/accounts/contract.ts'
import { attachmentProblems } from '#features/support/attachments/contract.ts'
import { caseProblems } from '#features/support/case-access/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { ticketStatuses } from './mapping.ts'
import { NewTicket, Ticket, TicketChange, ticketProblems } from './ticket.ts'

/** Where the portal serves TMF621. */
export const TICKET_API = '/tmf-api/troubleTicket/v4'
/** Calls of one token in a minute, at most. */
export const TOKEN_LIMIT = { count: 1_200, seconds: 60 }

const url = `${TICKET_API}/troubleTicket`
const commonParts = {
  tag: 'Trouble tickets (TMF621)',
  guard: 'anyone',
  /** Of an address: calls without a valid token count too. */
  limit: { count: 2_400, seconds: 60 },
} as const
const token = [
  ticketProblems['account-token-invalid'],
  ticketProblems['account-token-without-maker'],
  ticketProblems['account-token-lacks-right'],
  kitProblems['too-many-requests'],
] as const
const noTicket = caseProblems['case-not-found']
const params = z.strictObject({ id: z.string().check(z.maxLength(64)) })
const text = z.optional(z.string().check(z.maxLength(500)))
const fields = z.optional(z.string().check(z.maxLength(1_000)))
const moment = z.optional(z.iso.datetime({ offset: true }))

export const listTickets = endpoint({
  ...commonParts,
  name: 'listTickets',
  method: 'GET',
  url,
  summary: 'List the trouble tickets of the account of the token, newest first; X-Total-Count has their number',
  query: z.strictObject({
    fields,
    offset: z.optional(z.int().check(z.minimum(0), z.maximum(1_000_000))),
    limit: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
    /** One or several, with commas. */
    status: z.optional(z.array(z.enum(ticketStatuses)).check(z.maxLength(8))),
    severity: text,
    externalId: z.optional(z.string().check(z.maxLength(100))),
    'creationDate.gte': moment,
    'creationDate.lt': moment,
    'lastUpdate.gte': moment,
    'lastUpdate.lt': moment,
  }),
  reply: z.array(Ticket),
  problems: [...token],
})
export const readTicket = endpoint({
  ...commonParts,
  name: 'readTicket',
  method: 'GET',
  url: `${url}/{id}`,
  summary: 'Read a trouble ticket',
  params,
  query: z.strictObject({ fields }),
  reply: Ticket,
  problems: [...token, noTicket],
})
const writeProblems = [
  ...token,
  ticketProblems['ticket-id-in-use'],
  kitProblems['attachment-type-not-allowed'],
  attachmentProblems['storage-limit-reached'],
] as const
export const createTicket = endpoint({
  ...commonParts,
  name: 'createTicket',
  method: 'POST',
  url,
  status: 201,
  summary: 'File a case from a trouble ticket; with the same externalId and attributes again, the same ticket',
  body: NewTicket,
  reply: Ticket,
  problems: [
    ...writeProblems,
    ticketProblems['ticket-already-exists'],
    accountProblems['account-not-found'],
    caseProblems['deployment-missing'],
  ],
})
export const changeTicket = endpoint({
  ...commonParts,
  name: 'changeTicket',
  method: 'PATCH',
  url: `${url}/{id}`,
  summary: 'Change a trouble ticket: attributes, status, notes and attachments',
  params,
  body: TicketChange,
  reply: Ticket,
  problems: [
    ...writeProblems,
    noTicket,
    caseProblems['case-not-editable'],
    caseProblems['case-transition-not-allowed'],
    ticketProblems['ticket-status-not-allowed'],
    kitProblems['access-denied'],
  ],
})
export const deleteTicket = endpoint({
  ...commonParts,
  name: 'deleteTicket',
  method: 'DELETE',
  url: `${url}/{id}`,
  summary: 'Withdraw a trouble ticket: it is cancelled and stays readable',
  params,
  problems: [
    ...token,
    noTicket,
    caseProblems['case-transition-not-allowed'],
    ticketProblems['ticket-status-not-allowed'],
    kitProblems['access-denied'],
  ],
})
export const downloadTicketAttachment = endpoint({
  ...commonParts,
  name: 'downloadTicketAttachment',
  method: 'GET',
  url: `${url}/{id}/attachment/{attachmentId}`,
  summary: 'Download an attachment of a trouble ticket',
  params: z.extend(params, { attachmentId: z.string().check(z.maxLength(64)) }),
  media: { produces: 'application/octet-stream' },
  problems: [...token, noTicket, attachmentProblems['attachment-not-found']],
})

const Hub = z.object({ id: z.string(), callback: z.string(), query: z.string() })
export const subscribeToTickets = endpoint({
  ...commonParts,
  name: 'subscribeToTickets',
  method: 'POST',
  url: `${TICKET_API}/hub`,
  status: 201,
  summary: 'Subscribe an address to the notifications of trouble tickets; query can name types: eventType=A,B',
  body: z.strictObject({
    callback: z.string().check(z.minLength(1), z.maxLength(1_900)),
    query: z.optional(z.string().check(z.maxLength(250), z.regex(/^[^\p{Cc}]*$/u))),
  }),
  reply: Hub,
  problems: [
    ...token,
    ticketProblems['ticket-subscription-exists'],
    ticketProblems['ticket-subscription-limit-reached'],
  ],
})
export const unsubscribeFromTickets = endpoint({
  ...commonParts,
  name: 'unsubscribeFromTickets',
  method: 'DELETE',
  url: `${TICKET_API}/hub/{id}`,
  summary: 'Delete a subscription that the token made',
  params: z.strictObject({ id: z.uuid() }),
  problems: [...token, ticketProblems['ticket-subscription-not-found']],
})

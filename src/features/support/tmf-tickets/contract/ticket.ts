import * as z from 'zod/mini'
import { problems } from '#kit/contract/problem.ts'
import { ticketStatuses } from './mapping.ts'

export const ticketProblems = problems({
  'account-token-invalid': {
    status: 401,
    text: 'The token is missing, unknown or revoked. Create one on the page of the account.',
  },
  'account-token-without-maker': {
    status: 403,
    text: 'The user who answers for this token no longer manages tokens of the account. A manager of the account creates a new token, or the vendor hands this one over to them.',
  },
  'account-token-lacks-right': {
    status: 403,
    text: 'The token has no right to {right}. Create another one on the page of the account.',
  },
  'account-token-not-found': { status: 404, text: 'This token was not found. It may have been revoked already.' },
  'account-token-limit-reached': { status: 409, text: '{account} has {most} tokens. Revoke one first.' },
  'ticket-already-exists': {
    status: 409,
    text: 'Ticket {key} has the external id {externalId} and was created from other attributes.',
  },
  'ticket-id-in-use': { status: 409, text: 'Ticket {key} has the external id {externalId} already.' },
  'ticket-status-not-allowed': { status: 409, text: 'A ticket with the status {status} cannot be set to {wanted}.' },
  'ticket-subscription-not-found': { status: 404, text: 'There is no subscription with this id.' },
  'ticket-subscription-exists': { status: 409, text: 'This token notifies {callback} already.' },
  'ticket-subscription-limit-reached': { status: 409, text: 'The account has {most} subscriptions. Delete one first.' },
})

const name = z.optional(z.string().check(z.maxLength(250)))
const address = z.optional(z.string().check(z.maxLength(2_000)))
const id = z.string().check(z.minLength(1), z.maxLength(100))
const at = z.optional(z.iso.datetime({ offset: true }))
const TicketStatus = z.enum(ticketStatuses)
/** Members of every TMF entity that say of which kind it is. */
const kinds = {
  '@baseType': name,
  '@schemaLocation': address,
  '@type': name,
  '@referredType': name,
}
/** Attributes of TM Forum that a case has no place for. */
const notStored = z.optional(z.unknown())

const Note = z.strictObject({
  ...kinds,
  id: z.optional(id),
  author: name,
  date: at,
  text: z.optional(z.string().check(z.maxLength(32_767))),
})
const Attachment = z.strictObject({
  ...kinds,
  id: z.optional(id),
  href: address,
  attachmentType: name,
  /** Base64. */
  content: z.optional(z.string().check(z.maxLength(1_048_576))),
  description: name,
  mimeType: name,
  name,
  url: address,
  size: notStored,
  validFor: notStored,
})
const RelatedEntity = z.strictObject({ ...kinds, id, href: address, name, role: z.string().check(z.maxLength(250)) })
const RelatedParty = z.strictObject({ ...kinds, id, href: address, name, role: name })

const list = <Item extends z.ZodMiniType>(item: Item) => z.optional(z.array(item).check(z.maxLength(200)))
const description = z.string().check(z.maxLength(32_767), z.regex(/\S/))
const attributes = {
  ...kinds,
  externalId: z.optional(id),
  name,
  priority: name,
  requestedResolutionDate: at,
  expectedResolutionDate: at,
  resolutionDate: at,
  statusChangeReason: z.optional(z.string().check(z.maxLength(32_767))),
  attachment: list(Attachment),
  channel: notStored,
  note: list(Note),
  relatedEntity: list(RelatedEntity),
  relatedParty: list(RelatedParty),
  status: z.optional(TicketStatus),
  troubleTicketRelationship: notStored,
}

/** A ticket as an operator's system files it. */
export const NewTicket = z.strictObject({
  ...attributes,
  description,
  severity: z.string().check(z.maxLength(100)),
  ticketType: z.string().check(z.minLength(1), z.maxLength(100)),
  creationDate: at,
  lastUpdate: at,
  statusChangeDate: at,
  statusChange: notStored,
})
export type NewTicket = z.output<typeof NewTicket>

/** The attributes of a ticket that an operator's system changes; members that are absent stay as they are. */
export const TicketChange = z.strictObject({
  ...attributes,
  description: z.optional(description),
  severity: z.optional(z.string().check(z.maxLength(100))),
  ticketType: z.optional(z.string().check(z.maxLength(100))),
})
export type TicketChange = z.output<typeof TicketChange>

/** A case as a trouble ticket. `fields` of a request may leave out all but `id` and `href`. */
export const Ticket = z.object({
  id: z.string(),
  href: z.string(),
  creationDate: z.optional(z.iso.datetime()),
  description: z.optional(z.string()),
  externalId: z.optional(z.string()),
  lastUpdate: z.optional(z.iso.datetime()),
  name: z.optional(z.string()),
  priority: z.optional(z.string()),
  resolutionDate: z.optional(z.iso.datetime()),
  severity: z.optional(z.string()),
  ticketType: z.optional(z.string()),
  status: z.optional(TicketStatus),
  attachment: z.optional(
    z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        mimeType: z.string(),
        url: z.string(),
        size: z.object({ amount: z.number(), units: z.string() }),
      }),
    ),
  ),
  note: z.optional(z.array(z.object({ id: z.string(), author: z.string(), date: z.iso.datetime(), text: z.string() }))),
  relatedEntity: z.optional(
    z.array(z.object({ id: z.string(), name: z.string(), role: z.string(), '@referredType': z.string() })),
  ),
  relatedParty: z.optional(
    z.array(z.object({ id: z.string(), name: z.string(), role: z.string(), '@referredType': z.string() })),
  ),
  '@type': z.optional(z.string()),
})
export type Ticket = z.output<typeof Ticket>

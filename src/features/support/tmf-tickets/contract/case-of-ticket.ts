import { priorityOfSeverity, severityNamed } from './mapping.ts'
import type { NewTicket } from './ticket.ts'

/** The case that a ticket makes. */
export type CaseOfTicket = {
  readonly subject: string
  readonly description: string
  readonly priority: 'LOW' | 'MEDIUM' | 'HIGH'
  readonly product?: string
  readonly contact?: string
}

/** The case that a ticket makes, or undefined where its severity is none of the mapped ones. */
export function caseOfTicket(ticket: NewTicket): CaseOfTicket | undefined {
  const severity = severityNamed(ticket.severity)
  if (!severity) return undefined
  const product = ticket.relatedEntity?.find((entity) => entity['@referredType'] === 'Product')
  const [party] = ticket.relatedParty?.flatMap(({ name }) => (name?.trim() ? [name] : [])) ?? []
  return {
    subject: subjectOf(ticket.name?.trim() ? ticket.name : ticket.description),
    description: ticket.description,
    priority: priorityOfSeverity[severity],
    ...(product ? { product: oneLine(product.name ?? product.id).slice(0, 100) } : {}),
    ...(party === undefined ? {} : { contact: oneLine(party) }),
  }
}

/** The first line of a text as the subject of a case. */
export function subjectOf(text: string): string {
  return oneLine(text.trim().split(/[\r\n]/, 1)[0] ?? '').slice(0, 250)
}

function oneLine(text: string): string {
  return text.replaceAll(/\s/g, ' ').trim()
}

/** The attributes of a ticket that a case has no place for; those alone that the ticket has. */
export function notStoredOf(ticket: NewTicket): readonly string[] {
  const products = ticket.relatedEntity?.filter((entity) => entity['@referredType'] === 'Product') ?? []
  return [
    ...lostFields.filter((attribute) => ticket[attribute] !== undefined),
    ...((ticket.relatedEntity?.length ?? 0) > Math.min(products.length, 1) ? ['relatedEntity'] : []),
    ...((ticket.relatedParty?.length ?? 0) > 1 ? ['relatedParty'] : []),
  ]
}

const lostFields = [
  'priority',
  'status',
  'statusChangeReason',
  'requestedResolutionDate',
  'expectedResolutionDate',
  'resolutionDate',
  'creationDate',
  'lastUpdate',
  'statusChangeDate',
  'statusChange',
  'channel',
  'troubleTicketRelationship',
] as const

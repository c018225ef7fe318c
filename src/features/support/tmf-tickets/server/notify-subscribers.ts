import { queueDelivery, restateDeliveries, subscriptionsTo } from '#features/platform/webhooks/server/index.ts'
import { attachmentAdded, attachmentDeleted } from '#features/support/attachments/contract.ts'
import type { CaseStatus } from '#features/support/case-access/contract.ts'
import { caseCreated, caseDeleted, caseEdited, caseMoved } from '#features/support/cases/contract.ts'
import { commentAdded, commentDeleted, commentEdited } from '#features/support/comments/contract.ts'
import { outageConverted } from '#features/support/outages/contract.ts'
import type { EventType } from '#kit/contract/event.ts'
import type { Tx } from '#kit/server/database.ts'
import { isTextChanged } from '#kit/server/events/account-data.ts'
import type { RecordedEvent } from '#kit/server/events/event.ts'
import { type EventHandler, on } from '#kit/server/events/event-handler.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { statusOfCase, TICKET_API, type TicketEventType } from '../contract.ts'
import { findTicket } from './ticket-store.ts'

type Changes = Readonly<Record<string, readonly [unknown, unknown]>>

const events: readonly EventType[] = [
  caseCreated,
  caseEdited,
  caseMoved,
  caseDeleted,
  commentAdded,
  commentEdited,
  commentDeleted,
  attachmentAdded,
  attachmentDeleted,
  outageConverted,
]
/** The attribute of a ticket that holds what changed in a case; changes of anything else are no change of the ticket. */
const attributes: Readonly<Record<string, string>> = {
  subject: 'name',
  description: 'description',
  priority: 'severity',
  product: 'relatedEntity',
  externalId: 'externalId',
  comment: 'note',
  body: 'note',
  attachment: 'attachment',
}

/** Queues a notification of each change of a ticket for the subscriptions of its account, except for its origin. */
export function notifySubscribers(portal: AppContext): EventHandler[] {
  return [
    on(events, 'ticket-subscriptions', async (event, tx) => {
      const { accountId, subjectId, audience, data } = event
      if (data.imported || audience !== 'account' || accountId === null || subjectId === null) return
      const types = typesOf(event)
      if (types.length === 0) return
      const exceptOwner = typeof data.fromToken === 'string' ? data.fromToken : null
      const subscriptions = await subscriptionsTo(event, tx, 'tmf621', exceptOwner)
      if (subscriptions.length === 0) return
      const ticket = await ticketOf(portal, event, { accountId, key: subjectId }, tx)
      if (!ticket) return
      for (const { id, events: wantedEvents } of subscriptions) {
        const type = types.find((possible) => wantedEvents.includes(possible))
        if (type === undefined) continue
        await queueDelivery(tx, [id], {
          event: type,
          subject: `ticket ${subjectId}`,
          messageId: `event_${event.id}`,
          content: notification(event, type, ticket),
          path: `/listener/${type[0]!.toLowerCase()}${type.slice(1)}`,
        })
      }
    }),
  ]
}

/** Gives waiting notifications of a ticket the texts that stand now, when one was replaced or taken back. */
export function restateTickets(portal: AppContext): EventHandler[] {
  const changing = [caseEdited, caseDeleted, commentEdited, commentDeleted, attachmentDeleted]
  return [
    on(changing, 'ticket-texts', async (ticketEvent, tx) => {
      const { name: event, accountId, subjectId, audience } = ticketEvent
      if (event !== caseDeleted.name && !isTextChanged(ticketEvent)) return
      if (audience !== 'account' || accountId === null || subjectId === null) return
      const ticket = await findTicket(tx, { accountId, key: subjectId, base: portal.publicUrl() })
      const { name, description, note, attachment } = ticket ?? { ...withoutTexts, name: subjectId }
      const about = { accountId, subject: `ticket ${subjectId}` }
      const members = { name, description, note, attachment }
      await restateDeliveries(tx, about, { at: ['event', 'troubleTicket'], members })
    }),
  ]
}

/** A ticket that was deleted. */
const withoutTexts = { description: '', note: [], attachment: [] } as const

/** The types of notification about an event, the most specific first; a subscription gets the first it wants. */
function typesOf({ name, data }: RecordedEvent): TicketEventType[] {
  if (name === caseCreated.name) return ['TroubleTicketCreateEvent']
  if (name === caseDeleted.name) return ['TroubleTicketDeleteEvent']
  const { status } = changesIn(data)
  const isMoved = status !== undefined && statusOf(status[0]) !== statusOf(status[1])
  return [
    ...(isMoved && status[1] === 'RESOLVED' ? (['TroubleTicketResolvedEvent'] as const) : []),
    ...(isMoved && status[1] === 'WAITING_FOR_CUSTOMER' ? (['TroubleTicketInformationRequiredEvent'] as const) : []),
    ...(isMoved ? (['TroubleTicketStatusChangeEvent'] as const) : []),
    ...(changedAttributes(name, data).length > 0 ? (['TroubleTicketAttributeValueChangeEvent'] as const) : []),
  ]
}

function statusOf(status: unknown) {
  return statusOfCase[status as CaseStatus]
}

function changesIn(data: RecordedEvent['data']): Changes {
  return (data.changes ?? {}) as Changes
}

function changedAttributes(name: string, data: RecordedEvent['data']): string[] {
  const names = Object.keys(changesIn(data)).flatMap((field) => attributes[field] ?? [])
  if (name === commentEdited.name || name === commentDeleted.name) names.push('note')
  if (name === attachmentDeleted.name) names.push('attachment')
  return [...new Set(names)]
}

async function ticketOf(
  portal: AppContext,
  { name, data }: RecordedEvent,
  at: { accountId: number; key: string },
  tx: Tx,
): Promise<object | undefined> {
  const base = portal.publicUrl()
  const href = `${base}${TICKET_API}/troubleTicket/${at.key}`
  if (name !== caseDeleted.name) return findTicket(tx, { ...at, base })
  return { id: at.key, href, name: at.key, status: statusOf(data.status) }
}

function notification({ id, at, name, data }: RecordedEvent, eventType: TicketEventType, troubleTicket: object) {
  const fieldPath = changedAttributes(name, data).join(',')
  return {
    eventId: `event_${id}`,
    eventTime: at,
    timeOcurred: at,
    eventType,
    domain: 'troubleTicket',
    ...(eventType === 'TroubleTicketAttributeValueChangeEvent' ? { fieldPath } : {}),
    event: { troubleTicket },
  }
}

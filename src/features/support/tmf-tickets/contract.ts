export { type CaseOfTicket, caseOfTicket, notStoredOf, subjectOf } from './contract/case-of-ticket.ts'
export {
  AccountToken,
  createAccountToken,
  deleteTicketSubscription,
  MOST_SUBSCRIPTIONS,
  MOST_TOKENS,
  readTicketExchange,
  revokeAccountToken,
  TicketSubscription,
  type TokenRight,
  tokenRights,
} from './contract/exchange-calls.ts'
export {
  CANCELLED_REASON,
  priorityOfSeverity,
  severities,
  severityNamed,
  severityOfPriority,
  statusOfCase,
  statusStep,
  statusSteps,
  ticketPriority,
  ticketStatuses,
  ticketStatusOf,
  typeOfCase,
} from './contract/mapping.ts'
export { NewTicket, type Ticket, type TicketChange, ticketProblems } from './contract/ticket.ts'
export {
  changeTicket,
  createTicket,
  deleteTicket,
  downloadTicketAttachment,
  listTickets,
  readTicket,
  subscribeToTickets,
  TICKET_API,
  TOKEN_LIMIT,
  unsubscribeFromTickets,
} from './contract/ticket-calls.ts'
export {
  accountTokenCreated,
  accountTokenRevoked,
  type TicketEventType,
  ticketEventTypes,
  ticketsSubscribed,
  ticketsUnsubscribed,
} from './contract/ticket-events.ts'

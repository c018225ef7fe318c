import type { CaseStatus } from '#features/support/case-access/contract.ts'

/** Statuses of a trouble ticket in TMF621 v4. */
export const ticketStatuses = [
  'acknowledged',
  'rejected',
  'pending',
  'held',
  'inProgress',
  'cancelled',
  'closed',
  'resolved',
] as const
export type TicketStatus = (typeof ticketStatuses)[number]

/** The status of a ticket for each status of a case. */
export const statusOfCase: Readonly<Record<CaseStatus, TicketStatus>> = {
  NEW: 'acknowledged',
  OPEN: 'inProgress',
  IN_PROGRESS: 'inProgress',
  WAITING_FOR_CUSTOMER: 'pending',
  WAITING_FOR_VENDOR: 'inProgress',
  ESCALATED: 'inProgress',
  RESOLVED: 'resolved',
  CLOSED: 'closed',
  DECLINED: 'rejected',
}

/** A case that was closed for this reason is a cancelled ticket. */
export const CANCELLED_REASON = 'withdrawn'

/** What decides the status of the ticket of a case. */
export type CaseState = { readonly status: CaseStatus; readonly reason: string | null }

/** The status of the ticket of a case. */
export function ticketStatusOf({ status, reason }: CaseState): TicketStatus {
  return status === 'CLOSED' && reason === CANCELLED_REASON ? 'cancelled' : statusOfCase[status]
}

/** What a status that the operator sets does with a case. */
export type StatusStep = 'NONE' | 'ANSWER' | 'REOPEN' | 'CLOSE' | 'CANCEL' | 'NOT_ALLOWED'

/** The step for each status, while the case is open and after it ended. */
export const statusSteps: Readonly<Record<TicketStatus, { readonly open: StatusStep; readonly ended: StatusStep }>> = {
  acknowledged: { open: 'NONE', ended: 'REOPEN' },
  inProgress: { open: 'ANSWER', ended: 'REOPEN' },
  pending: { open: 'NONE', ended: 'NOT_ALLOWED' },
  held: { open: 'NONE', ended: 'NOT_ALLOWED' },
  resolved: { open: 'CLOSE', ended: 'NONE' },
  closed: { open: 'CLOSE', ended: 'CLOSE' },
  cancelled: { open: 'CANCEL', ended: 'CANCEL' },
  rejected: { open: 'NOT_ALLOWED', ended: 'NOT_ALLOWED' },
}

/** The step that leads a case to the status of a ticket; NONE where it has that status already. */
export function statusStep(state: CaseState, ticketStatus: TicketStatus): StatusStep {
  if (ticketStatusOf(state) === ticketStatus) return 'NONE'
  const hasEnded = state.status === 'RESOLVED' || state.status === 'CLOSED' || state.status === 'DECLINED'
  const step = statusSteps[ticketStatus][hasEnded ? 'ended' : 'open']
  if (step === 'ANSWER') return state.status === 'WAITING_FOR_CUSTOMER' ? 'ANSWER' : 'NONE'
  return state.status === 'CLOSED' && (step === 'CLOSE' || step === 'CANCEL') ? 'NONE' : step
}

/** Severities of a ticket; those of other systems are compared without regard to case. */
export const severities = ['Critical', 'Major', 'Minor'] as const
export type Severity = (typeof severities)[number]

/** The priority of a case that is filed or edited with a severity; CRITICAL is for outages, which staff make. */
export const priorityOfSeverity = { Critical: 'HIGH', Major: 'MEDIUM', Minor: 'LOW' } as const

/** The severity for each priority of a case. */
export const severityOfPriority = { CRITICAL: 'Critical', HIGH: 'Critical', MEDIUM: 'Major', LOW: 'Minor' } as const

/** The priority of a ticket for each priority of a case. */
export const ticketPriority = { CRITICAL: 'Critical', HIGH: 'High', MEDIUM: 'Medium', LOW: 'Low' } as const

/** The severity of that name; undefined for another word. */
export function severityNamed(text: string): Severity | undefined {
  return severities.find((severity) => severity.toLowerCase() === text.trim().toLowerCase())
}

/** The type of the ticket of a case that was filed here. */
export const typeOfCase = { CASE: 'incident', OUTAGE: 'outage', RMA: 'hardware return' } as const

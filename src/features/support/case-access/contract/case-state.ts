export const caseTypes = ['CASE', 'OUTAGE', 'RMA'] as const
export const caseStatuses = [
  'NEW',
  'OPEN',
  'IN_PROGRESS',
  'WAITING_FOR_CUSTOMER',
  'WAITING_FOR_VENDOR',
  'ESCALATED',
  'RESOLVED',
  'CLOSED',
  'DECLINED',
] as const
export type CaseStatus = (typeof caseStatuses)[number]
export const casePriorities = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const
/** Why a case was resolved, as the vendor reports it. */
export const resolutionReasons = [
  'fixed-in-release',
  'workaround',
  'configuration-change',
  'plant-repair',
  'hardware-replaced',
  'third-party',
  'duplicate',
  'not-reproducible',
  'as-designed',
  'answered',
  'withdrawn',
] as const
/** R&D's progress, as customers read it. */
export const milestoneNames = ['received', 'reproduced', 'fix-in-progress', 'fix-in-bundle', 'in-your-release'] as const
/** How one case is linked to another, read from the first. */
export const caseLinkKinds = ['BLOCKS', 'IS_BLOCKED_BY', 'RELATES_TO', 'DUPLICATES', 'IS_DUPLICATED_BY'] as const
export const caseActions = ['activate', 'resolve', 'decline', 'close'] as const
export type CaseAction = (typeof caseActions)[number]

/** Statuses with work left to do. */
export const openStatuses: readonly CaseStatus[] = [
  'NEW',
  'OPEN',
  'IN_PROGRESS',
  'WAITING_FOR_CUSTOMER',
  'WAITING_FOR_VENDOR',
  'ESCALATED',
]

const moves: Readonly<Record<CaseAction, { from: readonly CaseStatus[]; to: CaseStatus }>> = {
  activate: { from: ['NEW', 'RESOLVED', 'CLOSED', 'DECLINED'], to: 'OPEN' },
  resolve: { from: openStatuses, to: 'RESOLVED' },
  decline: { from: ['NEW', 'OPEN'], to: 'DECLINED' },
  close: { from: ['RESOLVED', 'DECLINED'], to: 'CLOSED' },
}

/** The status that the action leads to, or null where it is not allowed. The reporter may close from any open status. */
export function nextCaseStatus(status: CaseStatus, action: CaseAction, isReporter: boolean): CaseStatus | null {
  if (action === 'close' && isReporter && openStatuses.includes(status)) return 'CLOSED'
  const move = moves[action]
  return move.from.includes(status) ? move.to : null
}

/** Which transitions a customer may make: the reporter and the account's manager may close and re-activate. */
export function customerMayMove(action: CaseAction, as: { isReporter: boolean; isManager: boolean }): boolean {
  return (action === 'close' || action === 'activate') && (as.isReporter || as.isManager)
}

/** Statuses that vendor staff set by hand while a case is open. */
export const workStatuses: readonly CaseStatus[] = ['OPEN', 'IN_PROGRESS', 'WAITING_FOR_CUSTOMER', 'WAITING_FOR_VENDOR']

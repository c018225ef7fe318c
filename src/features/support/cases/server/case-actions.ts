import {
  attachToCases,
  type CaseAction,
  type CaseStatus,
  commentCases,
  convertCases,
  customerMayMove,
  deleteCases,
  editCases,
  escalateCases,
  caseActions as everyAction,
  moveCases,
  nextCaseStatus,
  openStatuses,
  seeInternal,
  watchCases,
} from '#features/support/case-access/contract.ts'
import { isVendorIn } from '#features/support/case-access/server/index.ts'
import { hasPermission } from '#kit/server/has-permission.ts'
import type { Session } from '#kit/server/session.ts'
import type { Case } from '../contract.ts'

/** The data that decides who may do what with a case. */
export type Facts = {
  readonly account: string
  readonly status: CaseStatus
  readonly reporterId: number
  readonly type: string
  readonly internal: boolean
}

/** What the session may do with the case now; the commands call the same functions. */
export function caseActions(session: Session, facts: Facts): Case['actions'] {
  if (session.readOnly) return []
  const { account, status } = facts
  const vendor = isVendorIn(session, account)
  const moves = everyAction.filter(
    (action) =>
      canTransitionCase(session, facts, action) && nextCaseStatus(status, action, facts.reporterId === session.userId),
  )
  const others = {
    edit: mayEdit(session, facts),
    comment: hasPermission(session, commentCases, account),
    'comment-internal': hasPermission(session, seeInternal, account),
    attach: hasPermission(session, attachToCases, account),
    watch: hasPermission(session, watchCases, account),
    assign: vendor,
    convert:
      facts.type === 'CASE' &&
      !facts.internal &&
      openStatuses.includes(status) &&
      hasPermission(session, convertCases, account),
    escalate: openStatuses.includes(status) && hasPermission(session, escalateCases, account),
    link: vendor && hasPermission(session, editCases, account),
    status: vendor && openStatuses.includes(status),
    delete: hasPermission(session, deleteCases, account),
  } as const
  return [...moves, ...(Object.keys(others) as (keyof typeof others)[]).filter((action) => others[action])]
}

/** Whether the user may make the transition at all, in any state of the case. */
export function canTransitionCase(session: Session, { account, reporterId }: Facts, action: CaseAction): boolean {
  if (isVendorIn(session, account)) return hasPermission(session, moveCases, account)
  const isReporter = reporterId === session.userId
  const isManager = session.actor.roles.some((grant) => grant.role === 'MANAGER' && grant.account === account)
  return hasPermission(session, moveCases, account) && customerMayMove(action, { isReporter, isManager })
}

function mayEdit(session: Session, { account, status, reporterId }: Facts): boolean {
  if (!hasPermission(session, editCases, account)) return false
  return isVendorIn(session, account) || (reporterId === session.userId && openStatuses.includes(status))
}

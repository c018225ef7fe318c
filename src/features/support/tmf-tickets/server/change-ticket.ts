import { commentCases, editCases } from '#features/support/case-access/contract.ts'
import { caseEdited, type editCase, type resolveCase } from '#features/support/cases/contract.ts'
import { changeCase, changeCaseStatus, outsideKeys, transitionCase } from '#features/support/cases/server/index.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import { type CommandInput, requirePermission } from '#kit/server/serve/request-context.ts'
import {
  CANCELLED_REASON,
  priorityOfSeverity,
  severities,
  severityNamed,
  severityOfPriority,
  statusStep,
  subjectOf,
  type TicketChange,
  ticketProblems,
  ticketStatusOf,
} from '../contract.ts'
import { type CaseOfExchange, caseWithExternalId, lockTicket } from './case-of-exchange.ts'
import { addFiles, type NewFiles } from './ticket-files.ts'
import type { TicketCommand } from './token-holder.ts'
import { writeNotes } from './write-notes.ts'

type Transition = CommandInput<typeof resolveCase>
const noHeaders = { request: { headers: {} }, params: undefined }

/**
 * Applies what differs from the case, so that a ticket that a system sends back changes nothing. The case reopens before
 * its other changes, and ends after them.
 */
export async function changeFromTicket(
  call: TicketCommand,
  key: string,
  change: TicketChange,
  files: NewFiles,
): Promise<void> {
  const before = await lockTicket(call, key)
  const { stored: storedCase, reason, session } = before
  const asReporter = { ...call, session }
  const state = { status: storedCase.status, reason }
  const step = change.status === undefined ? 'NONE' : statusStep(state, change.status)
  if (step === 'NOT_ALLOWED')
    throwProblem(ticketProblems['ticket-status-not-allowed'], {
      status: ticketStatusOf(state),
      wanted: change.status ?? '',
    })
  if (step === 'REOPEN') await move('activate')
  await editFields(asReporter, before, change)
  await changeExternalId(call, before, change.externalId)
  const ends = step === 'CLOSE' || step === 'CANCEL'
  const { stored: present } = await lockTicket(call, key)
  await writeNotes(asReporter, present, [...(change.note ?? []), ...files.links], { movesOn: !ends })
  await addFiles(asReporter, present, files)
  if (ends) await move('close')
  if (step === 'ANSWER') {
    requirePermission(call, commentCases, storedCase.account)
    const { stored: changedCase } = await lockTicket(call, key)
    if (changedCase.status === 'WAITING_FOR_CUSTOMER')
      await changeCaseStatus(asReporter, changedCase, 'WAITING_FOR_VENDOR')
  }

  async function move(action: 'activate' | 'close'): Promise<void> {
    const comment = change.statusChangeReason
    const body: Transition['body'] = {
      ...(comment === undefined ? {} : { comment }),
      ...(step === 'CANCEL' ? { reason: CANCELLED_REASON } : {}),
    }
    await transitionCase({ ...asReporter, ...noHeaders, query: { issueKey: storedCase.key }, body }, action)
  }
}

/** Changes the attributes that differ, as the reporter of a case may. */
async function editFields(call: TicketCommand, { stored }: CaseOfExchange, change: TicketChange): Promise<void> {
  const subject = change.name?.trim() ? subjectOf(change.name) : undefined
  const { description } = change
  const severity = change.severity === undefined ? undefined : severityNamed(change.severity)
  if (change.severity !== undefined && !severity)
    throwFieldProblem('severity', `must be one of: ${severities.join(', ')}`)
  const body: CommandInput<typeof editCase>['body'] = {
    ...(subject === undefined || subject === stored.subject.trim() ? {} : { subject }),
    ...(description === undefined || description.trim() === stored.description.trim() ? {} : { description }),
    ...(severity && severity !== severityOfPriority[stored.priority] ? { priority: priorityOfSeverity[severity] } : {}),
  }
  if (Object.keys(body).length > 0)
    await changeCase({ ...call, ...noHeaders, params: { key: stored.key }, query: undefined, body })
}

async function changeExternalId(
  call: TicketCommand,
  { stored, externalId: before }: CaseOfExchange,
  externalId: string | undefined,
): Promise<void> {
  const { tx, holder } = call
  if (externalId === undefined || externalId === before) return
  requirePermission(call, editCases, stored.account)
  const other = await caseWithExternalId(tx, holder.accountId, externalId)
  if (other) throwProblem(ticketProblems['ticket-id-in-use'], { key: other.key, externalId })
  await outsideKeys.storeId(tx, stored, externalId)
  await call.record(caseEdited, {
    account: stored.accountId,
    subject: stored.key,
    data: { caseId: stored.id, changes: { externalId: [before, externalId] } },
  })
}

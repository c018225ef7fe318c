import { sql } from 'kysely'
import { caseProblems, editCases, workStatuses } from '#features/support/case-access/contract.ts'
import {
  eventTypeFor,
  isVendorIn,
  lockedCase,
  requireRecipients,
  type StoredCase,
} from '#features/support/case-access/server/index.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { columnValues } from '#kit/server/columns.ts'
import { changesOf } from '#kit/server/events/event.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import { type CommandInput, requirePermission, requireVersion } from '#kit/server/serve/request-context.ts'
import type { Session } from '#kit/server/session.ts'
import { caseEdited, type editCase, internalCaseEvents } from '../contract.ts'
import { bumpListVersion } from './case-collection.ts'
import { changedCasePage } from './case-page.ts'
import { addWatchers, indexCase } from './case-writes.ts'
import { changeCaseStatus } from './change-case-status.ts'

type Input = CommandInput<typeof editCase>
const reporterFields = ['subject', 'description', 'priority']

/** Changes a case: staff everything, its reporter subject, description and priority while it is open. */
export async function changeCase(call: Input) {
  const { tx, session, body } = call
  const storedCase = await lockedCase(tx, session, call.params.key)
  requirePermission(call, editCases, storedCase.account)
  requireMayChange(session, storedCase, Object.keys(body))
  requireVersion(call, storedCase.version)
  requireFitting(storedCase, body)
  const { assignee, labels, status, ...plain } = body
  const user = assignee
    ? (await requireRecipients(tx, session, { ...storedCase, internal: true }, [assignee]))[0]
    : undefined
  const unique = labels && [...new Set(labels)]
  const changes = changesOf(storedCase, {
    ...plain,
    ...(unique ? { labels: unique } : {}),
    ...(assignee === undefined ? {} : { assignee: user?.username ?? null }),
  } as Partial<StoredCase>)
  if (status !== undefined) await changeCaseStatus(call, storedCase, status)
  if (Object.keys(changes).length === 0) return changedCasePage(tx, session, storedCase.key)

  await tx
    .updateTable('cases')
    .set((expression) => ({
      ...columnValues('cases', plain),
      ...(unique ? { labels: unique } : {}),
      ...(assignee === undefined ? {} : { assignee_id: user?.id ?? null }),
      // With the status it is one change, and one version.
      version: expression('version', '+', status === undefined || status === storedCase.status ? 1 : 0),
      updated_at: sql<Date>`clock_timestamp()`,
      updated_by: session.userId,
    }))
    .where('id', '=', storedCase.id)
    .execute()
  if (user) await addWatchers(tx, storedCase.id, [user])
  await indexCase(tx, storedCase.id)
  await bumpListVersion(tx, storedCase.accountId)
  await call.record(eventTypeFor(storedCase, caseEdited, internalCaseEvents.edited), {
    account: storedCase.accountId,
    subject: storedCase.key,
    data: { caseId: storedCase.id, changes },
  })
  return changedCasePage(tx, session, storedCase.key)
}

function requireMayChange(session: Session, storedCase: StoredCase, fields: readonly string[]): void {
  if (isVendorIn(session, storedCase.account)) return
  if (storedCase.reporterId !== session.userId || fields.some((field) => !reporterFields.includes(field)))
    throwProblem(kitProblems['access-denied'], { permission: editCases.name })
  if (!storedCase.open) throwProblem(caseProblems['case-not-editable'])
}

function requireFitting(storedCase: StoredCase, { status, priority }: Input['body']): void {
  if (priority === 'CRITICAL' && storedCase.type !== 'OUTAGE') throwFieldProblem('priority', 'CRITICAL is for outages')
  if (status === undefined || status === storedCase.status) return
  if (!storedCase.open || !workStatuses.includes(status))
    throwProblem(caseProblems['case-transition-not-allowed'], { status: storedCase.status, action: `set to ${status}` })
}

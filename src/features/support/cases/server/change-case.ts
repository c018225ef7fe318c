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
  const stored = await lockedCase(tx, session, call.params.key)
  requirePermission(call, editCases, stored.account)
  requireMayChange(session, stored, Object.keys(body))
  requireVersion(call, stored.version)
  requireFitting(stored, body)
  const { assignee, labels, status, ...plain } = body
  const user = assignee
    ? (await requireRecipients(tx, session, { ...stored, internal: true }, [assignee]))[0]
    : undefined
  const unique = labels && [...new Set(labels)]
  const changes = changesOf(stored, {
    ...plain,
    ...(unique ? { labels: unique } : {}),
    ...(assignee === undefined ? {} : { assignee: user?.username ?? null }),
  } as Partial<StoredCase>)
  if (status !== undefined) await changeCaseStatus(call, stored, status)
  if (Object.keys(changes).length === 0) return changedCasePage(tx, session, stored.key)

  await tx
    .updateTable('cases')
    .set((expression) => ({
      ...columnValues('cases', plain),
      ...(unique ? { labels: unique } : {}),
      ...(assignee === undefined ? {} : { assignee_id: user?.id ?? null }),
      // With the status it is one change, and one version.
      version: expression('version', '+', status === undefined || status === stored.status ? 1 : 0),
      updated_at: sql<Date>`clock_timestamp()`,
      updated_by: session.userId,
    }))
    .where('id', '=', stored.id)
    .execute()
  if (user) await addWatchers(tx, stored.id, [user])
  await indexCase(tx, stored.id)
  await bumpListVersion(tx, stored.accountId)
  await call.record(eventTypeFor(stored, caseEdited, internalCaseEvents.edited), {
    account: stored.accountId,
    subject: stored.key,
    data: { caseId: stored.id, changes },
  })
  return changedCasePage(tx, session, stored.key)
}

function requireMayChange(session: Session, stored: StoredCase, fields: readonly string[]): void {
  if (isVendorIn(session, stored.account)) return
  if (stored.reporterId !== session.userId || fields.some((field) => !reporterFields.includes(field)))
    throwProblem(kitProblems['access-denied'], { permission: editCases.name })
  if (!stored.open) throwProblem(caseProblems['case-not-editable'])
}

function requireFitting(stored: StoredCase, { status, priority }: Input['body']): void {
  if (priority === 'CRITICAL' && stored.type !== 'OUTAGE') throwFieldProblem('priority', 'CRITICAL is for outages')
  if (status === undefined || status === stored.status) return
  if (!stored.open || !workStatuses.includes(status))
    throwProblem(caseProblems['case-transition-not-allowed'], { status: stored.status, action: `set to ${status}` })
}

import { sql } from 'kysely'
import { caseCreated } from '#features/support/cases/contract.ts'
import { fileOutsideCases, indexCase } from '#features/support/cases/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { recordAllEvents } from '#kit/server/events/event.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import { addComments, isOfTracker } from './add-comments.ts'
import { priorityOfNewCase, shortenFields, statusOfCase } from './apply-fields.ts'
import { storeNewIssues } from './issue-store.ts'
import { authorsAmong } from './portal-user.ts'
import { requestFiles } from './receive-files.ts'
import { marks, type Reading } from './side.ts'
import type { TrackerIssue } from './tracker.ts'

/** Whether an issue of the project was created in the tracker: it has the label of no case. */
export function isCreatedThere({ project }: Reading, { caseKey, key }: TrackerIssue): boolean {
  return caseKey === null && key.startsWith(`${project.projectKey}-`)
}

/**
 * Files a case for each issue that was created in the tracker, with its comments: a few statements for all of them, so
 * that a first sync of many issues is short. Returns the ids of the cases in the order of the issues.
 */
export async function fileIssues(tx: Tx, reading: Reading, issues: readonly TrackerIssue[]): Promise<number[]> {
  if (issues.length === 0) return []
  const { connection, project } = reading
  await requireNotBeingCreated(tx, reading, issues)
  const authorOf = await authorsAmong(
    tx,
    project,
    issues.map(({ reporter }) => reporter),
  )
  const cases = await fileOutsideCases(
    tx,
    project.accountId,
    issues.map((issue) => ({
      type: 'CASE',
      status: statusOfCase(project, issue.status, null),
      ...shortenFields(issue),
      priority: priorityOfNewCase(project, issue),
      reporterId: authorOf(issue.reporter).id,
      createdAt: issue.createdAt,
      trackerKey: issue.key,
    })),
  )
  const filedIssues = issues.map((issue, index) => ({ issue, ...cases[index]! }))
  await storeNewIssues(
    tx,
    connection,
    filedIssues.map(({ issue: { id: trackerId, key, changed }, id }) => ({ id: trackerId, key, changed, caseId: id })),
  )
  await recordAllEvents(
    tx,
    filedIssues.map(({ issue: { subject, priority, reporter }, id, key }) => ({
      kind: caseCreated,
      actor: { userName: authorOf(reporter).eventName },
      account: project.accountId,
      subject: key,
      data: { caseId: id, subject, priority, ...marks(reading) },
    })),
  )
  await addComments(
    tx,
    reading,
    filedIssues.flatMap(({ issue, id, key }) =>
      issue.comments.filter(isOfTracker).map((comment) => ({ of: { id, key }, comment })),
    ),
  )
  for (const { issue, id, key } of filedIssues) await requestFiles(tx, reading, { id, key }, issue)
  const ids = filedIssues.map(({ id }) => id)
  await indexCase(tx, ...ids)
  return ids
}

/** Rejects an issue that the portal may be creating for a case now: a request of a service desk gets its label later. */
async function requireNotBeingCreated(
  tx: Tx,
  { connection, project }: Reading,
  issues: readonly TrackerIssue[],
): Promise<void> {
  const unlabelledIssues = issues.filter(({ caseKey }) => caseKey === null)
  const { rows } = await sql<{ subject: string }>`
    select c.subject from outbox o join cases c on c.account_id = ${project.accountId} and c.id = (o.content->>'caseId')::bigint
    where o.connection = ${connection} and o.state = 'WAITING' and o.operation = 'create' and o.attempts > 0
      and c.subject = any(${unlabelledIssues.map(({ subject }) => subject)}::text[])
      and not exists (select from tracker_issues i where i.case_id = c.id and i.connection = o.connection) limit 1`.execute(
    tx,
  )
  const possible = unlabelledIssues.find(({ subject }) => subject === rows[0]?.subject)
  if (possible)
    throw new IntegrationError(`${possible.key} may be an issue that is being created for a case.`, {
      fault: 'failing',
    })
}

import { sql } from 'kysely'
import { lockCaseById, type StoredCase } from '#features/support/case-access/server/index.ts'
import { caseCreated } from '#features/support/cases/contract.ts'
import { fileOutsideCase, storeTrackerKey } from '#features/support/cases/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import { applyComments } from './apply-comments.ts'
import { applyFields, priorityOfNewCase, shortened, statusOfCase } from './apply-fields.ts'
import { applyWatchers } from './apply-watchers.ts'
import { caseOfIssue, hasUndelivered, storeChanged, storeIssue } from './issue-store.ts'
import { portalUser } from './portal-user.ts'
import { requestFiles } from './receive-files.ts'
import { isRndKey } from './rnd-store.ts'
import { marks, type Reading, type Side } from './side.ts'
import type { TrackerIssue } from './tracker.ts'

/**
 * Reads an issue and applies what the tracker changed. What was decided here and was not delivered stands. Returns
 * whether it became a case.
 */
export async function readIssue(side: Side, trackerId: string, { isImport }: { isImport: boolean }): Promise<boolean> {
  return applyIssue(side, await side.tracker.read(trackerId), { isImport })
}

/** Applies an issue as it was read, in a transaction of its own. */
export async function applyIssue(
  side: Side,
  issue: TrackerIssue,
  { isImport }: { isImport: boolean },
): Promise<boolean> {
  return side.portal.db.transaction().execute((tx) => applyIssueIn(tx, { ...side, isImport }, issue))
}

/** The same within a transaction. */
export async function applyIssueIn(tx: Tx, reading: Reading, issue: TrackerIssue): Promise<boolean> {
  const { connection, project } = reading
  const known = await caseOfIssue(tx, connection, issue.id)
  // An issue of another project, which a hook named or which was moved before it became a case.
  if (!known && !issue.key.startsWith(`${project.projectKey}-`)) return false
  const stored = known && (await lockCaseById(tx, known.id))
  if (known && !stored) return false
  const created = stored ? undefined : await fileCase(tx, reading, issue)
  const found = stored ?? created
  if (!found) return false
  if (stored) await storeIssueKey(tx, stored, issue)
  const isSettled = !(await hasUndelivered(tx, connection, found.key))
  if (stored && isSettled) await applyFields(tx, reading, stored, issue)
  await applyComments(tx, reading, found, issue)
  if (isSettled) await applyWatchers(tx, reading, found, issue)
  await requestFiles(tx, reading, found, issue)
  await storeChanged(tx, connection, issue.id, issue.changed)
  return created !== undefined
}

async function storeIssueKey(tx: Tx, { id }: StoredCase, { key }: TrackerIssue): Promise<void> {
  const row = await tx.selectFrom('cases').select('tracker_key').where('id', '=', id).executeTakeFirst()
  if (row?.tracker_key === key) return
  await tx
    .insertInto('tracker_keys')
    .values({ case_id: id, tracker_key: key })
    .onConflict((on) => on.doNothing())
    .execute()
  await storeTrackerKey(tx, id, key)
}

/** A new case for an issue that was created in the tracker; undefined for the portal's own, which arrives later. */
async function fileCase(tx: Tx, reading: Reading, issue: TrackerIssue): Promise<StoredCase | undefined> {
  const { connection, project } = reading
  if (issue.caseKey !== null) {
    const own = await tx
      .selectFrom('cases')
      .select('id')
      .where('key', '=', issue.caseKey)
      .where('account_id', '=', project.accountId)
      // An internal case is never sent to a tracker, whatever label an issue carries.
      .where('internal', '=', false)
      .executeTakeFirst()
    if (own) {
      await storeIssue(tx, connection, own.id, issue)
      return lockCaseById(tx, own.id)
    }
    if (await isRndKey(tx, issue.caseKey)) return undefined
  } else if (await isBeingCreated(tx, reading, issue))
    throw new IntegrationError(`${issue.key} may be an issue that is being created for a case.`, { fault: 'failing' })
  const reporter = await portalUser(tx, project, issue.reporter)
  const { id, key } = await fileOutsideCase(tx, {
    accountId: project.accountId,
    type: 'CASE',
    status: statusOfCase(project, issue.status, null),
    ...shortened(issue),
    priority: priorityOfNewCase(project, issue),
    reporterId: reporter.id,
    createdAt: issue.createdAt,
  })
  await storeIssue(tx, connection, id, issue)
  await recordEvent(
    tx,
    caseCreated,
    { userName: reporter.eventName },
    {
      account: project.accountId,
      subject: key,
      data: { caseId: id, subject: issue.subject, priority: issue.priority, ...marks(reading) },
    },
  )
  return (await lockCaseById(tx, id)) ?? missing()
}

/** Whether the portal may be creating this issue for a case now: a request of a service desk gets its label later. */
async function isBeingCreated(tx: Tx, { connection, project }: Reading, { subject }: TrackerIssue): Promise<boolean> {
  const { rows } = await sql`
    select 1 from outbox o join cases c on c.account_id = ${project.accountId} and c.id = (o.content->>'caseId')::bigint
    where o.connection = ${connection} and o.state = 'WAITING' and o.operation = 'create' and o.attempts > 0 and c.subject = ${subject}
      and not exists (select from tracker_issues i where i.case_id = c.id and i.connection = o.connection) limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

function missing(): never {
  throw new IntegrationError('The case was deleted.', { fault: 'missing' })
}

import { lockCaseById, type StoredCase } from '#features/support/case-access/server/index.ts'
import { storeTrackerKey } from '#features/support/cases/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { applyComments } from './apply-comments.ts'
import { applyFields } from './apply-fields.ts'
import { applyWatchers } from './apply-watchers.ts'
import { fileIssues } from './file-issues.ts'
import { caseOfIssue, hasUndelivered, storeChanged, storeIssue } from './issue-store.ts'
import { requestFiles } from './receive-files.ts'
import { isRndKey } from './rnd-store.ts'
import type { Reading, Side } from './side.ts'
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
  const caseId = known?.id ?? (await ownCase(tx, reading, issue))
  if (caseId === undefined) return fileIssue(tx, reading, issue)
  const stored = await lockCaseById(tx, caseId)
  if (!stored) return false
  if (known) await storeIssueKey(tx, stored, issue)
  const isSettled = !(await hasUndelivered(tx, connection, stored.key))
  if (known && isSettled) await applyFields(tx, reading, stored, issue)
  await applyComments(tx, reading, stored, issue)
  if (isSettled) await applyWatchers(tx, reading, stored, issue)
  await requestFiles(tx, reading, stored, issue)
  await storeChanged(tx, connection, issue.id, issue.changed)
  return false
}

/** The portal's own case that an issue was created for, which has it from now on; undefined for any other issue. */
async function ownCase(tx: Tx, { connection, project }: Reading, issue: TrackerIssue): Promise<number | undefined> {
  if (issue.caseKey === null) return undefined
  const own = await tx
    .selectFrom('cases')
    .select('id')
    .where('key', '=', issue.caseKey)
    .where('account_id', '=', project.accountId)
    // An internal case is never sent to a tracker, whatever label an issue carries.
    .where('internal', '=', false)
    .executeTakeFirst()
  if (own) await storeIssue(tx, connection, own.id, issue)
  return own?.id
}

/** Files a case for an issue, unless it is one of R&D. */
async function fileIssue(tx: Tx, reading: Reading, issue: TrackerIssue): Promise<boolean> {
  if (issue.caseKey !== null && (await isRndKey(tx, issue.caseKey))) return false
  const [id] = await fileIssues(tx, reading, [issue])
  const stored = id === undefined ? undefined : await lockCaseById(tx, id)
  if (stored) await applyWatchers(tx, reading, stored, issue)
  return stored !== undefined
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

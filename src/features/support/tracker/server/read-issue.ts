import { lockCaseById, type StoredCase } from '#features/support/case-access/server/index.ts'
import { outsideKeys } from '#features/support/cases/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { applyComments } from './apply-comments.ts'
import { applyFields } from './apply-fields.ts'
import { applyWatchers } from './apply-watchers.ts'
import { fileIssues } from './file-issues.ts'
import { followFiles } from './follow-files.ts'
import { caseOfIssue, hasUndelivered, type SharedItem, sharedItems, storeChanged, storeIssue } from './issue-store.ts'
import { requestFiles } from './receive-files.ts'
import { isRndKey } from './rnd-store.ts'
import type { Reading, Side } from './side.ts'
import type { TrackerIssue } from './tracker.ts'

/**
 * Reads an issue and applies what the tracker changed. What was decided here and was not delivered stands. Returns
 * whether it became a case.
 */
export async function readIssue(side: Side, trackerId: string, { isImport }: { isImport: boolean }): Promise<boolean> {
  const { portal, connection, tracker } = side
  // What the issue lacks was deleted there only if both sides had it before the issue was read.
  const knownCase = await caseOfIssue(portal.db, connection, trackerId)
  const before = knownCase ? await sharedItems(portal.db, connection, knownCase.id) : []
  return applyIssue(side, await tracker.read(trackerId), { isImport, before })
}

/** Applies an issue as it was read, in a transaction of its own. */
export async function applyIssue(
  side: Side,
  issue: TrackerIssue,
  { isImport, before = [] }: { isImport: boolean; before?: readonly SharedItem[] },
): Promise<boolean> {
  return inTransaction(side.portal.db, (tx) => applyIssueIn(tx, { ...side, isImport }, issue, before))
}

/** The same within a transaction. `before` is what both sides had before the issue was read. */
export async function applyIssueIn(
  tx: Tx,
  reading: Reading,
  trackerIssue: TrackerIssue,
  before: readonly SharedItem[] = [],
): Promise<boolean> {
  const { connection, project } = reading
  const issue = trackerIssue.isRestricted ? forStaffAlone(trackerIssue) : trackerIssue
  const knownCase = await caseOfIssue(tx, connection, issue.id)
  // An issue of another project, which a hook named or which was moved before it became a case.
  if (!knownCase && !issue.key.startsWith(`${project.projectKey}-`)) return false
  const caseId = knownCase?.id ?? (await ownCase(tx, reading, issue))
  // Customers read every case that is filed for an issue.
  if (caseId === undefined) return !issue.isRestricted && fileIssue(tx, reading, issue)
  const storedCase = await lockCaseById(tx, caseId)
  if (!storedCase) return false
  if (knownCase) await storeIssueKey(tx, storedCase, issue)
  const isSettled = !(await hasUndelivered(tx, connection, storedCase.key))
  if (knownCase && isSettled) await applyFields(tx, reading, storedCase, issue)
  await applyComments(tx, reading, storedCase, issue, before)
  if (isSettled) await applyWatchers(tx, reading, storedCase, issue)
  await followFiles(tx, reading, storedCase, issue, before)
  if (!issue.isRestricted) await requestFiles(tx, reading, storedCase, issue)
  await storeChanged(tx, connection, issue.id, issue.changed)
  return false
}

/**
 * An issue whose audience was restricted: what was written there is for staff, from now on and back. What was written here
 * stays where it is.
 */
function forStaffAlone(issue: TrackerIssue): TrackerIssue {
  return {
    ...issue,
    comments: issue.comments.map((comment) => (comment.marker === null ? { ...comment, internal: true } : comment)),
    files: issue.files.map((file) => ({ ...file, internal: true })),
  }
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
  const storedCase = id === undefined ? undefined : await lockCaseById(tx, id)
  if (storedCase) await applyWatchers(tx, reading, storedCase, issue)
  return storedCase !== undefined
}

async function storeIssueKey(tx: Tx, { id }: StoredCase, { key }: TrackerIssue): Promise<void> {
  const row = await tx.selectFrom('cases').select('tracker_key').where('id', '=', id).executeTakeFirst()
  if (row?.tracker_key === key) return
  await tx
    .insertInto('tracker_keys')
    .values({ case_id: id, tracker_key: key })
    .onConflict((on) => on.doNothing())
    .execute()
  await outsideKeys.storeTrackerKey(tx, id, key)
}

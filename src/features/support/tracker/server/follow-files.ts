import { sql } from 'kysely'
import { attachmentAdded } from '#features/support/attachments/contract.ts'
import { detachFromOutside } from '#features/support/attachments/server/index.ts'
import type { StoredCase } from '#features/support/case-access/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { deleteItem, type SharedItem, storeItem } from './issue-store.ts'
import { marks, type Reading } from './side.ts'
import type { TrackerIssue } from './tracker.ts'

/**
 * Takes files from a case that both sides had before the issue was read, and that the tracker deleted or shows to staff
 * alone now: customers read every file of a case. Own files go only when they were deleted there.
 */
export async function followFiles(
  tx: Tx,
  reading: Reading,
  storedCase: StoredCase,
  issue: TrackerIssue,
  before: readonly SharedItem[],
): Promise<void> {
  const { connection, project } = reading
  for (const item of before) {
    if (item.kind !== 'attachment' || item.localId === null) continue
    const there = issue.files.find(({ id }) => id === item.trackerId)
    if (there && !(there.internal && (await isFromTracker(tx, storedCase, item.localId)))) continue
    const by = { id: item.localId, eventName: project.projectLabel, marks: marks(reading) }
    await detachFromOutside(tx, storedCase, by)
    if (there) await storeItem(tx, connection, storedCase.id, { ...item, localId: null, digest: null })
    else await deleteItem(tx, connection, item)
  }
}

async function isFromTracker(tx: Tx, { key }: StoredCase, attachmentId: number): Promise<boolean> {
  const { rows } = await sql`
    select from events where subject = ${attachmentAdded.subject} and subject_id = ${key} and name = ${attachmentAdded.name}
      and data ->> 'attachmentId' = ${String(attachmentId)} and data ? 'fromTracker' limit 1`.execute(tx)
  return rows.length > 0
}

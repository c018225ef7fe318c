import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { type EventRow, findEvents } from './event-row.ts'
import type { FileEvent } from './ics/read-event.ts'

/** A stored event with when its version was made, and whether a file made it. */
export type StoredVersion = EventRow & { readonly stamp: number; readonly isImported: boolean }

/** The events, series and instances of an account that have the UIDs, by UID. */
export async function storedVersions(
  tx: Tx,
  accountId: number,
  uids: readonly string[],
): Promise<Map<string, StoredVersion[]>> {
  const where = sql`e.account_id = ${accountId} and e.uid = any(${[...uids]}::text[])`
  const { rows } = await sql<{ id: number; stamp: number; isImported: boolean }>`
    select id, extract(epoch from coalesce(stamp, date_trunc('second', updated_at)))::float8 * 1000 as stamp,
      stamp is not null as "isImported" from calendar_events e where ${where}`.execute(tx)
  const stamps = new Map(rows.map((row) => [row.id, row]))
  const versionsByUid = new Map<string, StoredVersion[]>()
  for (const row of await findEvents(tx, where)) {
    const { stamp, isImported } = stamps.get(row.id)!
    versionsByUid.set(row.uid, [...(versionsByUid.get(row.uid) ?? []), { ...row, stamp, isImported }])
  }
  return versionsByUid
}

/** Whether an event of a file is a later version than the stored one (RFC 5546 §2.1.5); a cancellation may be as old. */
export function isNewer({ sequence, stamp, isCancelled }: FileEvent, version: StoredVersion): boolean {
  if (sequence !== version.sequence) return sequence > version.sequence
  return isCancelled ? (stamp ?? version.stamp) >= version.stamp : stamp !== null && stamp > version.stamp
}

/** The latest of several versions in a file, the last of those that are as new. */
export function newestOf(versions: readonly FileEvent[]): FileEvent | undefined {
  return versions.reduce<FileEvent | undefined>((newest, one) => {
    if (!newest) return one
    const isOlder =
      one.sequence === newest.sequence ? (one.stamp ?? 0) < (newest.stamp ?? 0) : one.sequence < newest.sequence
    return isOlder ? newest : one
  }, undefined)
}

import { sql } from 'kysely'
import { filePassed, fileQuarantined, fileUnscannable } from '#features/platform/file-scans/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import { noUser, type RecordedEvent, recordEvent } from '#kit/server/events/event.ts'
import { type EventHandler, on, onEveryEvent } from '#kit/server/events/event-handler.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { componentQuarantined } from '../contract/bundle-events.ts'
import { BUNDLE_EVENTS, bundleHistoryRecorded } from '../contract.ts'

/** Notifies open pages of changes to a bundle, its files, notes and releases. */
export function bundleHandlers(portal: AppContext): EventHandler[] {
  return [
    onEveryEvent('bundle-history', async (event, tx) => {
      if (!event.name.startsWith(BUNDLE_EVENTS) || event.data.imported) return
      const account = event.accountId === null ? null : await accountName(event.accountId, tx)
      await portal.live.publish(tx, {
        topic: bundleHistoryRecorded,
        body: {
          name: event.name,
          bundleId: event.subjectId ?? '',
          releaseId: textOf(event, 'releaseId'),
          account,
          what: textOf(event, 'what'),
          by: event.actorName,
        },
        eventId: event.id,
        requestId: event.requestId,
      })
    }),
    on(fileQuarantined, 'bundle-files-scanned', recordFound),
    on([filePassed, fileUnscannable], 'bundle-files-scanned', (event: RecordedEvent, tx: Tx) =>
      publishViewed(portal, event, tx),
    ),
  ]
}

/** Malware found in a file is recorded for each bundle that has it, or a release of which has it. */
async function recordFound(event: RecordedEvent<typeof fileQuarantined>, tx: Tx): Promise<void> {
  for (const { bundleId, fileName: what } of await bundlesWith(event, tx)) {
    const data = { what, digest: event.subjectId, found: event.data.words ?? '' }
    await recordEvent(tx, componentQuarantined, noUser, { subject: bundleId, data })
  }
}

async function publishViewed(portal: AppContext, event: RecordedEvent, tx: Tx): Promise<void> {
  for (const { bundleId, fileName: what } of await bundlesWith(event, tx)) {
    const body = {
      name: 'bundle.file-scanned',
      bundleId: String(bundleId),
      releaseId: null,
      account: null,
      what,
      by: null,
    }
    await portal.live.publish(tx, { topic: bundleHistoryRecorded, body, eventId: event.id })
  }
}

async function bundlesWith({ subjectId }: RecordedEvent, tx: Tx): Promise<{ bundleId: number; fileName: string }[]> {
  const { rows } = await sql<{ bundleId: number; fileName: string }>`
    select bundle_id as "bundleId", file_name as "fileName" from bundle_components where digest = ${subjectId}
    union select r.bundle_id, c.file_name from stored_files f join release_components c on c.file_id = f.id
      join bundle_releases r on r.id = c.release_id where f.digest = ${subjectId}`.execute(tx)
  return rows
}

async function accountName(id: number, tx: Parameters<EventHandler['run']>[1]): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`select name from accounts where id = ${id}`.execute(tx)
  return rows[0]?.name ?? null
}

function textOf({ data }: RecordedEvent, name: string): string | null {
  const value = data[name]
  return value === undefined || value === null ? null : String(value)
}

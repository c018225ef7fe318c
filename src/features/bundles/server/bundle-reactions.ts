import { sql } from 'kysely'
import type { RecordedEvent } from '#kit/server/events/event.ts'
import type { Reaction } from '#kit/server/events/pump.ts'
import type { Portal } from '#kit/server/portal.ts'
import { BUNDLE_EVENTS, bundleHistoryRecorded } from '../contract.ts'

/** Tells open pages what happened to a bundle, its files, notes and releases. */
export function bundleReactions(portal: Portal): Reaction[] {
  return [
    {
      event: '*',
      name: 'bundle-history',
      async run(event, tx) {
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
      },
    },
  ]
}

async function accountName(id: number, tx: Parameters<Reaction['run']>[1]): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`select name from accounts where id = ${id}`.execute(tx)
  return rows[0]?.name ?? null
}

function textOf({ data }: RecordedEvent, name: string): string | null {
  const value = data[name]
  return value === undefined || value === null ? null : String(value)
}

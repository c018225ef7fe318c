import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import type { Session } from '#kit/server/session.ts'
import { isoSql, likeText } from '#kit/server/sql-text.ts'
import { events } from './event-row.ts'
import { visibleEvents } from './event-scope.ts'

/** An event that has the words of a search; of a series the series, at its first time. */
export type EventHit = {
  readonly id: string
  readonly title: string
  /** Null for an event of the vendor alone, like `accountId`. */
  readonly account: string | null
  readonly accountId: string | null
  readonly hint: string | null
  readonly startTime: string
  readonly exact: boolean
}

/** The events `e` that have every word of a text. */
export function withWords(text: string): RawBuilder<unknown> {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8)
  return sql.join([sql`true`, ...words.map((word) => sql`e.search like ${`%${likeText(word)}%`}`)], sql` and `)
}

/** The events visible to the session that have the words, in one account or in all; the newest first. */
export async function searchEventsFor(
  db: Database,
  session: Session,
  { q, account, most }: { q: string; account: number | undefined; most: number },
): Promise<EventHit[]> {
  // The index of the words knows parts of three letters: with fewer, every event would be read.
  if (!q.split(/\s+/).some((word) => word.length >= 3)) return []
  const { rows } = await sql<{ hit: EventHit }>`
    select json_build_object('id', e.id::text, 'title', e.subject, 'account', a.name, 'accountId', a.id::text,
      'hint', a.display_name, 'startTime', ${isoSql('e.first_start')}, 'exact', lower(e.subject) = lower(${q})) as hit
    from ${events} where ${visibleEvents(session)} and (${account === undefined} or e.account_id = ${account ?? null}::bigint)
      and ${withWords(q)} and e.series_id is null
    order by e.first_start desc, e.id desc limit ${most}`.execute(db)
  return rows.map(({ hit }) => hit)
}

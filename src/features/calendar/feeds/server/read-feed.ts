import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { loadPermissions } from '#features/access/sessions/server/index.ts'
import { isToken } from '#features/access/tokens/server/index.ts'
import { findEvents, visibleEvents, writeIcs } from '#features/calendar/events/server/index.ts'
import { readCalendar } from '#features/calendar/tags/contract.ts'
import { allows } from '#kit/contract/permission.ts'
import type { Database } from '#kit/server/database.ts'
import { matchEtag } from '#kit/server/handler-response.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { RequestContext } from '#kit/server/serve/request-context.ts'
import type { Session } from '#kit/server/session.ts'
import { mapInSlices } from '#kit/server/slices.ts'
import { feedProblems, type readFeed } from '../contract.ts'
import { feedToken } from './feed-token.ts'

/** Events that ended earlier are left out. */
const PAST_DAYS = 90
/** The most events of a feed; series count once. */
const MOST_EVENTS = 5000

/** Sends the events that the user of an address may read now; an address of a user who may not work is not found. */
export async function sendFeed(
  db: Database,
  { params, request, reply }: RequestContext<typeof readFeed>,
): Promise<unknown> {
  const feed = await feedOf(db, params.token)
  const permissions = await loadPermissions(db, feed.userId)
  if (!permissions || !allows(permissions.actor, readCalendar)) throwProblem(feedProblems['calendar-feed-not-found'])
  const session = {
    userId: feed.userId,
    ...permissions,
    readOnly: true,
    authenticatedAt: new Date(),
    expiresAt: new Date(),
  }
  const rows = await rowsOf(db, session, feed.accountId)
  const etag = await tagOf(rows)
  const matchedEtag = matchEtag(request, etag)
  const base = reply.header('etag', matchedEtag ?? etag).header('cache-control', 'private, no-cache')
  return matchedEtag ? base.code(304).send() : base.type('text/calendar; charset=utf-8').send(await writeIcs(rows))
}

async function feedOf(db: Database, token: string): Promise<{ userId: number; accountId: number | null }> {
  const { rows } = await sql<{ userId: number; accountId: number | null }>`
    update calendar_feeds f set last_read_at = now() where ${isToken(feedToken, 'f', token)}
    returning user_id as "userId", account_id as "accountId"`.execute(db)
  return rows[0] ?? throwProblem(feedProblems['calendar-feed-not-found'])
}

/** A tag of what the file is written from, so that one that is not sent is not written. */
async function tagOf(rows: readonly object[]): Promise<string> {
  const hash = createHash('sha256')
  await mapInSlices(rows, (row) => hash.update(JSON.stringify(row)))
  return `"${hash.digest('base64url').slice(0, 22)}"`
}

async function rowsOf(db: Database, session: Session, accountId: number | null) {
  const own: RawBuilder<unknown> = accountId === null ? sql`true` : sql`e.account_id = ${accountId}`
  const isInFeed = sql`${visibleEvents(session)} and ${own}`
  const events = await findEvents(
    db,
    sql`e.series_id is null and e.last_end > now() - ${`${PAST_DAYS} days`}::interval and ${isInFeed}`,
    sql`order by e.first_start desc, e.id desc limit ${MOST_EVENTS}`,
  )
  const changedInstances = await findEvents(db, sql`e.series_id = any(${events.map(({ id }) => id)}::bigint[])`)
  return [...events, ...changedInstances]
}

import { type RawBuilder, sql } from 'kysely'
import { makeTokenOf, revokeTokens } from '#features/access/tokens/server/index.ts'
import { accountIn } from '#features/accounts/accounts/server/index.ts'
import { readCalendar } from '#features/calendar/tags/contract.ts'
import { accessEnded } from '#features/users/users/contract.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { on } from '#kit/server/events/event-handler.ts'
import { respond } from '#kit/server/handler-response.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { halSinglePage } from '#kit/server/list/hal-list.ts'
import type { Feature } from '#kit/server/portal.ts'
import { registerCommand, registerStream, serve } from '#kit/server/serve/serve.ts'
import { isoJson } from '#kit/server/sql-text.ts'
import {
  type CalendarFeed,
  createFeed,
  deleteFeed,
  feedCreated,
  feedProblems,
  feedRevoked,
  listFeeds,
  MOST_FEEDS,
  readFeed,
} from '../contract.ts'
import { feedToken } from './feed-token.ts'
import { sendFeed } from './read-feed.ts'
import { removeFeedsOfUser } from './remove-user.ts'

export { removeFeedsOfUser } from './remove-user.ts'

/** Addresses at which calendar programs read events. */
export const calendarFeedsFeature: Feature = {
  name: 'calendar-feeds',
  serve(portal) {
    const { db } = portal
    serve(portal, listFeeds, async (call) =>
      halSinglePage(call, 'feeds', await findFeeds(db, sql`f.user_id = ${call.session.userId}`)),
    )
    registerCommand(portal, createFeed, async (call) => {
      const { tx, session, body } = call
      // Of two at once, the second one waits here and counts the first.
      await sql`select from users where id = ${session.userId} for no key update`.execute(tx)
      if ((await findFeeds(tx, sql`f.user_id = ${session.userId}`)).length >= MOST_FEEDS)
        throwProblem(feedProblems['calendar-feeds-full'], { limit: MOST_FEEDS })
      const account =
        body.account == null
          ? null
          : (await accountIn(tx, session, { name: body.account, permission: readCalendar })).id
      const { token, hash } = makeTokenOf(feedToken)
      const { rows } = await sql<{ id: number }>`
        insert into calendar_feeds (user_id, account_id, name, token_hash)
        values (${session.userId}, ${account}, ${body.name}, ${hash}) returning id`.execute(tx)
      const { id } = rows[0]!
      await call.record(feedCreated, { subject: id, data: { what: body.name } })
      const [feed] = await findFeeds(tx, sql`f.id = ${id}`)
      return respond({ ...feed!, url: `${portal.publicUrl()}/calendar/${token}.ics` }, { status: 201 })
    })
    registerCommand(portal, deleteFeed, async (call) => {
      const mine = sql`id = ${call.params.id}::bigint and user_id = ${call.session.userId}`
      const [revokedToken] = await revokeTokens(call.tx, feedToken, mine, sql<{ name: string }>`name`)
      const { name } = revokedToken ?? throwProblem(feedProblems['calendar-feed-not-found'])
      await call.record(feedRevoked, { subject: call.params.id, data: { what: name } })
      return undefined
    })
    registerStream(portal, readFeed, (call) => sendFeed(db, call))
  },
  eventHandlers: () => [
    on(accessEnded, 'calendar-feeds.access-ended', ({ subjectId }, tx) => removeFeedsOfUser(tx, Number(subjectId))),
  ],
}

async function findFeeds(db: Database | Tx, where: RawBuilder<unknown>): Promise<CalendarFeed[]> {
  const { rows } = await sql<{ feed: CalendarFeed }>`
    select json_build_object('id', f.id::text, 'name', f.name, 'account', a.name, 'accountName', a.display_name,
      'created', ${sql.raw(isoJson('f.created_at'))}, 'lastRead', ${sql.raw(isoJson('f.last_read_at'))}) as feed
    from calendar_feeds f left join accounts a on a.id = f.account_id where ${where} order by f.id`.execute(db)
  return rows.map(({ feed }) => feed)
}

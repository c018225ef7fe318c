import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { seeInternal } from '#features/support/case-access/contract.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { allows, type Permission } from '#kit/contract/permission.ts'
import type { Database } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { type LiveSend, liveSend } from '#kit/server/live/send.ts'
import type { LiveSession } from '#kit/server/live/session.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import { type ChatFact, chatChanged, chatProblems, internalChatChanged, type Presence, readChat } from '../contract.ts'
import { chatUserJson } from './chat-json.ts'
import { readsChat } from './chat-readers.ts'
import type { StoredChannel } from './stored-channel.ts'

/** A page that shows a channel says so every 25 seconds; after this many its user is gone. */
const PRESENT_SECONDS = 60
const LIMIT = { count: 60, seconds: 60 }
const channelId = z.string().check(z.regex(/^\d{1,15}$/))

/** The condition that the user `u` has the channel open. */
export function isPresent(channelId: number): RawBuilder<boolean> {
  return sql`exists (select from chat_presence p where p.channel_id = ${channelId} and p.user_id = u.id
    and p.seen_at > now() - make_interval(secs => ${PRESENT_SECONDS}))`
}

/** The users who have the channel open, by name. */
export async function findPresence(db: Database, { id, accountId }: StoredChannel): Promise<Presence[]> {
  const { rows } = await sql<{ user: Presence }>`
    select (${chatUserJson})::jsonb || jsonb_build_object('seen', ${isoSql('p.seen_at')}) as user
    from chat_presence p join users u on u.id = p.user_id
    where p.channel_id = ${id} and p.seen_at > now() - make_interval(secs => ${PRESENT_SECONDS})
      and ${readsChat(accountId, { staffOnly: false })}
    order by u.full_name collate "und-x-icu", u.id limit 500`.execute(db)
  return rows.map(({ user }) => user)
}

/** The SEND commands of chat: a page shows a channel, and its user is typing. */
export function chatSends(portal: AppContext): readonly LiveSend[] {
  const here = liveSend({
    destination: '/app/slack/here',
    summary: 'You have a chat channel open; send it every 25 seconds',
    guard: readChat,
    body: z.strictObject({ channelId }),
    async handle(session, body) {
      const account = await accountOf(portal, session, body.channelId, readChat)
      if (session.impersonatorId !== undefined) return
      await inTransaction(portal.db, async (tx) => {
        const { rows } = await sql<{ appeared: boolean }>`
          with before as (select seen_at from chat_presence where channel_id = ${body.channelId}::bigint and user_id = ${session.userId}::bigint)
          insert into chat_presence (channel_id, user_id) values (${body.channelId}::bigint, ${session.userId}::bigint)
          on conflict (channel_id, user_id) do update set seen_at = now()
          returning not exists (select 1 from before where seen_at > now() - make_interval(secs => ${PRESENT_SECONDS})) as appeared`.execute(
          tx,
        )
        if (rows[0]!.appeared)
          await portal.live.publish(tx, {
            topic: chatChanged,
            params: { account },
            body: factOf('presence', session, body.channelId),
          })
      })
    },
  })
  const typing = liveSend({
    destination: '/app/slack/typing',
    summary: 'You are typing in a chat channel; `internal` for its internal side',
    guard: readChat,
    body: z.strictObject({ channelId, internal: z.optional(z.boolean()) }),
    async handle(session, body) {
      const account = await accountOf(portal, session, body.channelId, body.internal ? seeInternal : readChat)
      if (session.impersonatorId !== undefined) return
      await inTransaction(portal.db, (tx) =>
        portal.live.publish(tx, {
          topic: body.internal ? internalChatChanged : chatChanged,
          params: { account },
          body: factOf('typing', session, body.channelId),
        }),
      )
    },
  })
  return [here as LiveSend, typing as LiveSend]
}

/** The account of the channel, in which the session must have the permission. */
async function accountOf(
  portal: AppContext,
  session: LiveSession,
  id: string,
  permission: Permission,
): Promise<string> {
  portal.limits?.take(LIMIT, `chat ${session.sessionId}`)
  const { rows } = await sql<{ account: string }>`
    select a.name as account from chat_channels c join accounts a on a.id = c.account_id
    where c.id = ${id}::bigint and a.deleted_at is null`.execute(portal.db)
  const account = rows[0]?.account
  if (account === undefined || !allows(session.actor, readChat, account))
    throwProblem(chatProblems['channel-not-found'])
  if (!allows(session.actor, permission, account))
    throwProblem(kitProblems['access-denied'], { permission: permission.name })
  return account
}

function factOf(event: 'presence' | 'typing', session: LiveSession, id: string): ChatFact {
  return { event, channelId: id, timestamp: null, userId: session.userId, by: session.actor.fullName }
}

import { type RawBuilder, sql } from 'kysely'
import { seeInternal } from '#features/support/case-access/contract.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { tokenAllows } from '#kit/server/has-permission.ts'
import { findJsonPage } from '#kit/server/list/find-page.ts'
import type { Session } from '#kit/server/session.ts'
import { isoSql, likeText } from '#kit/server/sql-text.ts'
import { inAccounts, visibleAccounts } from '#kit/server/visible.ts'
import type { Channel } from '../contract.ts'
import { chatUserJson } from './chat-json.ts'
import { readsChat } from './chat-readers.ts'
import { type AnyFace, customerFace, internalFace } from './face.ts'
import { includesChat, readableAccounts } from './stored-channel.ts'
import { timestampSql } from './timestamp.ts'

/** Unread messages are counted to this number. */
const MOST_UNREAD = 100
const MOST_MEMBERS = 200

type ChannelQuery = {
  readonly accountId?: string | undefined
  readonly id?: string | undefined
  readonly main?: boolean | undefined
  readonly q?: string | undefined
}

/** A page of the channels that the session reads, the one with the newest message first. */
export async function findChannels(
  db: Database,
  session: Session,
  query: ChannelQuery & { readonly page: number; readonly size: number },
) {
  const where = sql`${readableAccounts(session)} and ${matchesQuery(query)}`
  const { page, size } = query
  return findJsonPage(db, {
    page,
    size,
    rows: (limit) => channelsWhere(session, where, limit),
    of: sql`from chat_channels c join accounts a on a.id = c.account_id where ${where}`,
  })
}

/** How many channels the session reads, and in how many of them messages of others are unread. */
export async function countChannelsOf(db: Database, session: Session, query: ChannelQuery) {
  const { rows } = await sql<{ count: number; unread: number }>`
    select count(*) as count, count(*) filter (where exists (
      select 1 from chat_messages x where x.channel_id = c.id and x.ts > ${readUpTo(session, customerFace)} and x.author_id <> ${session.userId})) as unread
    from chat_channels c join accounts a on a.id = c.account_id
      left join chat_members m on m.channel_id = c.id and m.user_id = ${session.userId}
    where ${readableAccounts(session)} and ${matchesQuery(query)}`.execute(db)
  return rows[0]!
}

/** One channel as the session sees it; undefined where it does not read it. */
export async function readChannel(
  db: Database | Tx,
  session: Session,
  which: { readonly id: number } | { readonly accountId: number } | { readonly caseId: number },
): Promise<Channel | undefined> {
  const where =
    'id' in which
      ? sql`c.id = ${which.id}`
      : 'caseId' in which
        ? sql`c.case_id = ${which.caseId}`
        : sql`c.account_id = ${which.accountId} and c.case_id is null`
  const isReadable = sql`${readableAccounts(session)} and ${where}`
  const { rows } = await channelsWhere(session, isReadable, sql`limit 1`).execute(db)
  return rows[0]?.row
}

function channelsWhere(
  session: Session,
  where: RawBuilder<unknown>,
  limit: RawBuilder<unknown>,
): RawBuilder<{ row: Channel }> {
  return sql<{ row: Channel }>`
    select ${channelJson(session)} as row
    from (select c.*, a.name, a.display_name, ${includesChat} as enabled from chat_channels c join accounts a on a.id = c.account_id
      where ${where} order by c.message_ts desc, a.display_name collate "und-x-icu", c.id ${limit}) c
    left join chat_members m on m.channel_id = c.id and m.user_id = ${session.userId}
    left join cases k on k.id = c.case_id
    order by c.message_ts desc, c.display_name collate "und-x-icu", c.id`
}

function channelJson(session: Session): RawBuilder<Channel> {
  return sql`json_strip_nulls(json_build_object('internal', case when ${seesInternal(session)} then json_build_object(
      'messageCount', c.internal_count, 'unread', ${unreadCount(session, internalFace)},
      'readTimestamp', ${timestampSql(sql`coalesce(${readUpTo(session, internalFace)}, c.internal_ts)`)}) end))::jsonb
    || jsonb_build_object('id', c.id::text, 'account', c.name, 'accountId', c.account_id::text, 'accountDisplayName', c.display_name,
    'caseKey', k.key, 'caseSubject', k.subject, 'enabled', c.enabled, 'messageCount', c.message_count, 'unread', ${unreadCount(session, customerFace)},
    'readTimestamp', ${timestampSql(sql`coalesce(${readUpTo(session, customerFace)}, c.message_ts)`)},
    'lastMessage', (select json_build_object('timestamp', ${timestampSql(sql`x.ts`)}, 'text', left(x.body, 200), 'by', u.full_name)
      from chat_messages x join users u on u.id = x.author_id where x.channel_id = c.id order by x.ts desc limit 1),
    'members', coalesce((select json_agg(${chatUserJson} order by u.full_name collate "und-x-icu", u.id)
      from (select user_id from chat_members where channel_id = c.id limit ${MOST_MEMBERS}) f join users u on u.id = f.user_id
      where ${readsChat(sql`c.account_id`, { staffOnly: false })}), '[]'),
    'createdAt', ${isoSql('c.created_at')},
    '_links', jsonb_build_object('self', jsonb_build_object('href', '/api/plugins/slack/channels/search?accountId=' || c.account_id),
      'workspace', jsonb_build_object('href', '/' || c.name || '/' || c.account_id || '/chat?channel=' || c.id)))`
}

/** Messages of others after the time up to which the user has read. */
function unreadCount(session: Session, face: AnyFace): RawBuilder<number> {
  return sql`(select count(*) from (select 1 from ${sql.table(face.messages)} x where x.channel_id = c.id
    and x.ts > ${readUpTo(session, face)} and x.author_id <> ${session.userId} limit ${MOST_UNREAD}) found)`
}

/**
 * The time up to which the user has read a face. Before the first look it is when they came to the account: the channel
 * of one's own account is read by all of it. Null where they neither follow the channel nor belong to the account.
 */
function readUpTo(session: Session, face: AnyFace): RawBuilder<number | null> {
  return sql`coalesce(m.${sql.ref(face.readUpTo)}, (select (extract(epoch from min(g.granted_at)) * 1000000)::bigint
    from role_grants g where c.case_id is null and g.user_id = ${session.userId} and g.account_id = c.account_id))`
}

function seesInternal(session: Session): RawBuilder<boolean> {
  const scope = tokenAllows(session, seeInternal) ? visibleAccounts(session, seeInternal) : []
  return inAccounts(scope, 'c.account_id')
}

function matchesQuery({ accountId, id, main, q }: ChannelQuery): RawBuilder<boolean> {
  const part = `%${likeText((q ?? '').trim())}%`
  return sql`${accountId ? sql`c.account_id = ${accountId}::bigint` : sql`true`}
    and ${id ? sql`c.id = ${id}::bigint` : sql`true`} and ${main ? sql`c.case_id is null` : sql`true`}
    and ${q ? sql`(a.display_name ilike ${part} or a.name ilike ${part})` : sql`true`}`
}

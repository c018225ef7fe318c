import { sql } from 'kysely'
import { isVendorIn } from '#features/support/case-access/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwFieldProblem } from '#kit/server/http-problem.ts'
import type { CommandContext } from '#kit/server/serve/request-context.ts'
import type { Session } from '#kit/server/session.ts'
import { type addMembers, type ChatUser, membersAdded, writeChat } from '../contract.ts'
import { chatUserJson } from './chat-json.ts'
import { isStaff, readsChat } from './chat-readers.ts'
import { lockedChannel, requireChatInPlan, type StoredChannel } from './stored-channel.ts'

/** Makes users members; a new one has read what is there already. Returns the ids of new ones. */
export async function joinMembers(tx: Tx, channelId: number, userIds: readonly number[]): Promise<number[]> {
  if (userIds.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    insert into chat_members (channel_id, user_id, read_ts, internal_read_ts)
    select c.id, u.id, c.message_ts, c.internal_ts from chat_channels c, users u where c.id = ${channelId} and u.id = any(${[...userIds]}::bigint[])
    on conflict do nothing returning user_id as id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Adds the named users, and records those who are new. */
export async function addNamed(
  call: Pick<CommandContext<unknown>, 'tx' | 'session' | 'record'>,
  channel: StoredChannel,
  usernames: readonly string[],
): Promise<void> {
  const users = await requireReaders(call.tx, call.session, channel, usernames)
  const ids = await joinMembers(
    call.tx,
    channel.id,
    users.map(({ id }) => id),
  )
  const names = users.filter(({ id }) => ids.includes(id)).map(({ username }) => username)
  if (names.length === 0) return
  await call.record(membersAdded, {
    account: channel.accountId,
    subject: String(channel.id),
    data: { changes: { members: [null, names.join(', ')] } },
  })
}

/** Adds users to a channel. */
export async function addMembersOf(call: CommandContext<typeof addMembers>): Promise<ChatUser[]> {
  const channel = await lockedChannel(call.tx, call.session, call.params.id, writeChat)
  requireChatInPlan(channel)
  await addNamed(call, channel, call.body.usernames)
  return findMembers(call.tx, channel)
}

/** The members who still read the channel, by name; at most 500. */
export async function findMembers(db: Database | Tx, { id, accountId }: StoredChannel): Promise<ChatUser[]> {
  const { rows } = await sql<{ member: ChatUser }>`
    select ${chatUserJson} as member from chat_members m join users u on u.id = m.user_id
    where m.channel_id = ${id} and ${readsChat(accountId, { staffOnly: false })}
    order by u.full_name collate "und-x-icu", u.id limit 500`.execute(db)
  return rows.map(({ member }) => member)
}

/** Users who read the channel, as far as the caller may add them: customers add users of their own side. */
async function requireReaders(
  tx: Tx,
  session: Session,
  { account, accountId }: StoredChannel,
  usernames: readonly string[],
): Promise<{ id: number; username: string }[]> {
  const wantedNames = [...new Set(usernames.map((name) => name.trim().toLowerCase()))]
  const whom = isVendorIn(session, account) ? sql`true` : sql`not ${isStaff}`
  const { rows } = await sql<{ id: number; username: string }>`
    select u.id, u.email as username from users u
    where u.email = any(${wantedNames}::text[]) and ${readsChat(accountId, { staffOnly: false })} and ${whom}
    order by u.id`.execute(tx)
  const missing = wantedNames.find((name) => !rows.some(({ username }) => username === name))
  if (missing !== undefined) throwFieldProblem('usernames', `${missing} cannot be added to this channel`)
  return rows
}

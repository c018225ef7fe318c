import { sql } from 'kysely'
import { readableCase } from '#features/support/case-access/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { CommandContext, RequestContext } from '#kit/server/serve/request-context.ts'
import type { Session } from '#kit/server/session.ts'
import {
  type Channel,
  channelOpened,
  chatProblems,
  type openCaseChat,
  type openChannel,
  type readCaseChat,
  writeChat,
} from '../contract.ts'
import { readChannel } from './channels.ts'
import { addNamed, joinMembers } from './members.ts'
import { lockedChannel, requireChatInPlan, type StoredChannel } from './stored-channel.ts'

/** The channel of a case that the caller sees. */
export async function findCaseChannel(db: Database, call: RequestContext<typeof readCaseChat>): Promise<Channel> {
  const { id } = await readableCase(db, call.session, call.query.issueKey)
  return (await readChannel(db, call.session, { caseId: id })) ?? throwProblem(chatProblems['channel-not-found'])
}

/** Opens the channel of a case with the named users; to an open channel it adds them. */
export async function openCaseChannel(call: CommandContext<typeof openCaseChat>): Promise<Channel> {
  const { tx, session } = call
  const { id: caseId, accountId, internal, key } = await readableCase(tx, session, call.query.issueKey)
  if (internal) throwProblem(chatProblems['chat-case-internal'], { key })
  const { rows } = await sql<{ id: number }>`
    insert into chat_channels (account_id, case_id) values (${accountId}, ${caseId})
    on conflict (case_id) where case_id is not null do nothing returning id`.execute(tx)
  const channel = await lockedFor(tx, session, { caseId })
  if (rows.length > 0) await recordOpened(call, channel)
  await joinMembers(tx, channel.id, [session.userId])
  await addNamed(call, channel, call.body.usernames)
  return requireChannel(tx, session, channel)
}

/** Opens the channel of an account, which it has since it was created, and makes the caller a member. */
export async function openChannelOf(call: CommandContext<typeof openChannel>): Promise<Channel> {
  const { tx, session } = call
  const channel = await lockedFor(tx, session, { accountId: Number(call.query.accountId) })
  const joinedIds = await joinMembers(tx, channel.id, [session.userId])
  if (joinedIds.length > 0) await recordOpened(call, channel)
  return requireChannel(tx, session, channel)
}

async function lockedFor(
  tx: Tx,
  session: Session,
  which: { caseId: number } | { accountId: number },
): Promise<StoredChannel> {
  const readableChannel = await readChannel(tx, session, which)
  const channel = await lockedChannel(tx, session, readableChannel?.id ?? '0', writeChat)
  requireChatInPlan(channel)
  return channel
}

function recordOpened(call: Pick<CommandContext<unknown>, 'record'>, channel: StoredChannel): Promise<number> {
  const data = { case: channel.caseKey }
  return call.record(channelOpened, { account: channel.accountId, subject: String(channel.id), data })
}

async function requireChannel(tx: Tx, session: Session, { id }: StoredChannel): Promise<Channel> {
  return (await readChannel(tx, session, { id })) ?? throwProblem(chatProblems['channel-not-found'])
}

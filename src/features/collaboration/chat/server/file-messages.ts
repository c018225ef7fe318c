import { sql } from 'kysely'
import { insertAttachment, requireStorageQuota } from '#features/support/attachments/server/index.ts'
import { readableCase } from '#features/support/case-access/server/index.ts'
import { fileCase, indexCase, watchMentioned } from '#features/support/cases/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import type { Upload } from '#kit/server/files/receive-upload.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { type CommandContext, requirePermission } from '#kit/server/serve/request-context.ts'
import { chatProblems, type fileMessages, messageFiled, writeChat } from '../contract.ts'
import { chatPath } from '../paths.ts'
import { lockedChannel, requireChatInPlan, type StoredChannel } from './stored-channel.ts'
import { microsecondsOf, timestampOf } from './timestamp.ts'

const SUBJECT_LENGTH = 120
const DESCRIPTION_LENGTH = 32_000

type FiledMessage = { readonly ts: number; readonly body: string; readonly author: string; readonly username: string }

/**
 * Files a case from messages that the customer reads: they are quoted in its description, their authors follow it, their
 * files become its files. Case and messages name each other.
 */
export async function fileMessagesOf(portal: AppContext, call: CommandContext<typeof fileMessages>) {
  const { tx, session, body } = call
  const channel = await lockedChannel(tx, session, call.params.id, writeChat)
  requirePermission(call, writeChat, channel.account)
  requireChatInPlan(channel)
  const messages = await messagesAt(tx, channel.id, [...new Set(body.timestamps)].map(microsecondsOf))
  const subject = body.subject?.trim() ?? subjectOf(messages[0]!.body)
  const link = `${portal.publicUrl()}${chatPath(channel, { channel: channel.id, message: timestampOf(messages[0]!.ts) })}`
  const filedCase = await fileCase(call, channel.account, {
    type: 'CASE',
    subject,
    description: `${quoteMessages(messages)}\n\n[Chat of ${channel.accountName.replaceAll(/[[\]]/g, '')}](${link})`,
    priority: body.priority,
    keepsDraft: true,
  })
  const files = await copyFiles(call, portal, channel, { caseId: filedCase.id, messages })
  const authors = messages.map(({ username }) => `@${username}`).join(' ')
  await watchMentioned(tx, session, await readableCase(tx, session, filedCase.key), authors, { internal: false })
  await sql`
    update chat_messages set case_id = ${filedCase.id}, version = version + 1
    where channel_id = ${channel.id} and ts = any(${messages.map(({ ts }) => ts)}::bigint[])`.execute(tx)
  await call.record(messageFiled, {
    account: channel.accountId,
    subject: String(channel.id),
    data: { timestamp: timestampOf(messages[0]!.ts), case: filedCase.key, messages: messages.length },
  })
  return { caseKey: filedCase.key, subject, files }
}

async function messagesAt(tx: Tx, channelId: number, times: readonly number[]): Promise<FiledMessage[]> {
  const { rows } = await sql<FiledMessage>`
    select m.ts, m.body, u.full_name as author, u.email as username from chat_messages m join users u on u.id = m.author_id
    where m.channel_id = ${channelId} and m.ts = any(${[...times]}::bigint[]) order by m.ts`.execute(tx)
  if (rows.length < times.length) throwProblem(chatProblems['message-not-found'])
  return rows
}

function subjectOf(body: string): string {
  const line = body.replace(/[\s`*_~#>[\]]{1,200}/g, ' ').trim()
  return (line.length > SUBJECT_LENGTH ? `${line.slice(0, SUBJECT_LENGTH - 1).trimEnd()}…` : line) || 'Message in chat'
}

function quoteMessages(messages: readonly FiledMessage[]): string {
  const texts = messages.map(({ ts, body, author }) => {
    const at = new Date(ts / 1000).toISOString().slice(0, 16).replace('T', ' ')
    return `**${author}**, ${at} UTC:\n${body.replace(/^/gm, '> ')}`
  })
  return texts.join('\n\n').slice(0, DESCRIPTION_LENGTH)
}

async function copyFiles(
  { tx }: CommandContext<typeof fileMessages>,
  { config }: AppContext,
  { id, accountId }: StoredChannel,
  { caseId, messages }: { caseId: number; messages: readonly FiledMessage[] },
): Promise<number> {
  // The author of a message stays the one who may open the original of a log.
  const { rows } = await sql<Upload & { authorId: number }>`
    select f.filename, f.size, f.digest, f.media_type as "mediaType", f.is_picture as "isPicture", m.author_id as "authorId"
    from chat_files f join chat_messages m on m.channel_id = f.channel_id and m.ts = f.message_ts
    where f.channel_id = ${id} and f.message_ts = any(${messages.map(({ ts }) => ts)}::bigint[]) order by f.id`.execute(
    tx,
  )
  for (const { authorId, ...file } of rows) await insertAttachment(tx, caseId, { id: authorId }, file, config)
  const size = rows.reduce((sum, file) => sum + file.size, 0)
  if (size > 0) await requireStorageQuota(tx, accountId, { size })
  if (rows.length > 0) await indexCase(tx, caseId)
  return rows.length
}

import { sql } from 'kysely'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { hasPermission } from '#kit/server/has-permission.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import { type CommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import {
  type CustomerMessage,
  chatProblems,
  type deleteInternalMessage,
  type deleteInternalMessageFile,
  type deleteMessage,
  type deleteMessageFile,
  deleteMessages,
  type editInternalMessage,
  type editMessage,
  type InternalMessage,
} from '../contract.ts'
import type { AnyFace, Face } from './face.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'
import { readMessage } from './list-messages.ts'
import { lockedChannel, requireChatInPlan, type StoredChannel } from './stored-channel.ts'
import { microsecondsOf } from './timestamp.ts'

type Edit = CommandContext<typeof editMessage> | CommandContext<typeof editInternalMessage>
type Delete = CommandContext<typeof deleteMessage> | CommandContext<typeof deleteInternalMessage>
type DeleteFile = CommandContext<typeof deleteMessageFile> | CommandContext<typeof deleteInternalMessageFile>
type StoredMessage = { readonly ts: number; readonly authorId: number; readonly body: string; readonly version: number }

/** Changes the text of the caller's own message; the former text stays in the event. */
export async function changeMessage<Message extends CustomerMessage | InternalMessage>(
  call: Edit,
  face: Face<Message>,
): Promise<Message> {
  const { channel, message } = await find(call, face)
  requireChatInPlan(channel)
  if (message.authorId !== call.session.userId) throwProblem(chatProblems['not-your-message'])
  requireVersion(call, message.version)
  const body = htmlToMarkdown(call.body.htmlBody)
  if (body === '') throwFieldProblem('htmlBody', 'must have text')
  if (body !== message.body) {
    await sql`
      update ${sql.table(face.messages)} set body = ${body}, version = version + 1, edited_at = clock_timestamp()
      where channel_id = ${channel.id} and ts = ${message.ts}`.execute(call.tx)
    await call.record(face.edited, fact(call, channel, { body: [message.body, body] }))
  }
  return readMessage(call.tx, face, channel.id, message.ts)
}

/** Deletes a message with its files: its author's, or an administrator's any. */
export async function removeMessage(call: Delete, face: AnyFace): Promise<undefined> {
  const { channel, message } = await find(call, face)
  requireDeletable(call, channel, message)
  await sql`delete from ${sql.table(face.messages)} where channel_id = ${channel.id} and ts = ${message.ts}`.execute(
    call.tx,
  )
  await sql`
    update chat_channels set ${sql.ref(face.counter)} = ${sql.ref(face.counter)} - 1 where id = ${channel.id}`.execute(
    call.tx,
  )
  await call.record(face.deleted, fact(call, channel, { body: [message.body, null] }))
}

/** Deletes one file of a message. */
export async function removeFile(call: DeleteFile, face: AnyFace): Promise<undefined> {
  const { channel, message } = await find(call, face)
  requireDeletable(call, channel, message)
  const { rows } = await sql<{ filename: string }>`
    delete from ${sql.table(face.files)} where id = ${call.query.attachmentId}::bigint and channel_id = ${channel.id}
      and message_ts = ${message.ts} returning filename`.execute(call.tx)
  const file = rows[0] ?? throwProblem(chatProblems['chat-file-not-found'])
  await sql`
    update ${sql.table(face.messages)} set version = version + 1 where channel_id = ${channel.id} and ts = ${message.ts}`.execute(
    call.tx,
  )
  await call.record(face.edited, fact(call, channel, { attachment: [file.filename, null] }))
}

async function find(
  call: Edit | Delete | DeleteFile,
  face: AnyFace,
): Promise<{ channel: StoredChannel; message: StoredMessage }> {
  const channel = await lockedChannel(call.tx, call.session, call.params.id, face.writes)
  const { rows } = await sql<StoredMessage>`
    select ts, author_id as "authorId", body, version from ${sql.table(face.messages)}
    where channel_id = ${channel.id} and ts = ${microsecondsOf(call.query.timestamp)}`.execute(call.tx)
  return { channel, message: rows[0] ?? throwProblem(chatProblems['message-not-found']) }
}

function requireDeletable(
  { session }: Delete | DeleteFile,
  { account }: StoredChannel,
  { authorId }: StoredMessage,
): void {
  if (authorId !== session.userId && !hasPermission(session, deleteMessages, account))
    throwProblem(kitProblems['access-denied'], { permission: deleteMessages.name })
}

function fact(
  call: Edit | Delete | DeleteFile,
  { id, accountId }: StoredChannel,
  changes: Readonly<Record<string, readonly [unknown, unknown]>>,
) {
  return { account: accountId, subject: String(id), data: { timestamp: call.query.timestamp, changes } }
}

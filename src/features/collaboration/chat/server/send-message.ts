import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { requireStorageQuota } from '#features/support/attachments/server/index.ts'
import { readableReading } from '#features/support/log-triage/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import type { FileStore } from '#kit/server/files/file-store.ts'
import { receiveFields, type Upload } from '#kit/server/files/receive-upload.ts'
import { rememberFile } from '#kit/server/files/stored-files.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext, PortalConfig } from '#kit/server/portal.ts'
import type { CommandContext, RequestContext } from '#kit/server/serve/request-context.ts'
import { respondToUpload } from '#kit/server/serve/respond-to-upload.ts'
import {
  type CustomerMessage,
  chatProblems,
  clientKey,
  htmlBody,
  type InternalMessage,
  MESSAGE_LENGTH,
  MOST_MESSAGE_FILES,
  type sendInternalMessage,
  type sendMessage,
  timestamp,
} from '../contract.ts'
import type { AnyFace, Face } from './face.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'
import { readMessage } from './list-messages.ts'
import { joinMembers } from './members.ts'
import { lockedChannel, readableChannel, requireChatInPlan } from './stored-channel.ts'
import { microsecondsOf, timestampOf } from './timestamp.ts'

type Send = typeof sendMessage | typeof sendInternalMessage

const Fields = z.strictObject({
  htmlBody: z.optional(htmlBody),
  threadId: z.optional(timestamp),
  clientKey: z.optional(clientKey),
})

type NewMessage = {
  readonly body: string
  readonly threadTs: number | null
  readonly clientKey: string | null
  readonly files: readonly Upload[]
}

/** Receives the form of a message and sends it; with a client key that was used before, returns that message. */
export async function receiveMessage<E extends Send, Message extends CustomerMessage | InternalMessage>(
  portal: AppContext,
  store: FileStore,
  { endpoint, face, call }: { endpoint: E; face: Face<Message>; call: RequestContext<Send> },
): Promise<unknown> {
  const channel = await readableChannel(portal.db, call.session, call.params.id, face.writes)
  requireChatInPlan(channel)
  const { fields, files } = await receiveFields(call.request, store, { most: MOST_MESSAGE_FILES, part: 'attachment' })
  for (const file of files) await readableReading(portal, file)
  const message = { ...checkFields(fields, files.length > 0), files }
  const digest = createHash('sha256')
    .update(JSON.stringify([message.body, message.threadTs, message.clientKey, files.map((file) => file.digest)]))
    .digest('hex')
  return respondToUpload(portal, endpoint, call as RequestContext<E>, { digest, filename: '' }, (write) =>
    storeMessage(write as CommandContext<Send>, face, message, portal.config),
  )
}

function checkFields(fields: ReadonlyMap<string, string>, hasFiles: boolean): Omit<NewMessage, 'files'> {
  const fieldValues = Object.fromEntries([...fields].filter(([, text]) => text !== ''))
  const read = z.safeParse(Fields, fieldValues)
  if (!read.success) {
    const path = read.error.issues[0]?.path.join('.') || 'htmlBody'
    throwFieldProblem(path, path === 'htmlBody' ? `must be 1 to ${MESSAGE_LENGTH} characters` : 'is not valid')
  }
  const body = htmlToMarkdown(read.data.htmlBody ?? '')
  if (body === '' && !hasFiles) throwFieldProblem('htmlBody', `must be 1 to ${MESSAGE_LENGTH} characters`)
  const { threadId, clientKey: key } = read.data
  return { body, threadTs: threadId ? microsecondsOf(threadId) : null, clientKey: key ?? null }
}

async function storeMessage<Message extends CustomerMessage | InternalMessage>(
  call: CommandContext<Send>,
  face: Face<Message>,
  message: NewMessage,
  config: PortalConfig,
): Promise<Message> {
  const { tx, session } = call
  const channel = await lockedChannel(tx, session, call.params.id, face.writes)
  requireChatInPlan(channel)
  const sentTs = await sentBefore(tx, face, { channelId: channel.id, userId: session.userId, key: message.clientKey })
  if (sentTs !== undefined) return readMessage(tx, face, channel.id, sentTs)
  if (message.threadTs !== null) await requireRoot(tx, face, channel.id, message.threadTs)
  const { rows } = await sql<{ ts: number }>`
    with counted as (
      update chat_channels set ${sql.ref(face.counter)} = ${sql.ref(face.counter)} + 1,
        (last_ts, ${sql.ref(face.newest)}) = (select next, next from (
          select greatest(last_ts + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint) as next) given)
      where id = ${channel.id} returning last_ts)
    insert into ${sql.table(face.messages)} (channel_id, ts, author_id, body, thread_ts, client_key)
    select ${channel.id}, last_ts, ${session.userId}, ${message.body}, ${message.threadTs}, ${message.clientKey}
    from counted returning ts`.execute(tx)
  const { ts } = rows[0]!
  for (const file of message.files) await insertFile(tx, face, { channelId: channel.id, ts, file, config })
  const size = message.files.reduce((sum, file) => sum + file.size, 0)
  if (size > 0) await requireStorageQuota(tx, channel.accountId, { size })
  await joinMembers(tx, channel.id, [session.userId])
  await call.record(face.sent, {
    account: channel.accountId,
    subject: String(channel.id),
    data: { timestamp: timestampOf(ts), ...(message.threadTs ? { threadId: timestampOf(message.threadTs) } : {}) },
  })
  return readMessage(tx, face, channel.id, ts)
}

async function sentBefore(
  tx: Tx,
  face: AnyFace,
  { channelId, userId, key }: { channelId: number; userId: number; key: string | null },
): Promise<number | undefined> {
  if (key === null) return undefined
  const { rows } = await sql<{ ts: number }>`
    select ts from ${sql.table(face.messages)}
    where channel_id = ${channelId} and author_id = ${userId} and client_key = ${key}`.execute(tx)
  return rows[0]?.ts
}

/** A thread has one level: replies go to a message that is not a reply itself. */
async function requireRoot(tx: Tx, face: AnyFace, channelId: number, ts: number): Promise<void> {
  const { rows } = await sql`
    select 1 from ${sql.table(face.messages)}
    where channel_id = ${channelId} and ts = ${ts} and thread_ts is null`.execute(tx)
  if (rows.length === 0) throwProblem(chatProblems['message-not-found'])
}

async function insertFile(
  tx: Tx,
  face: AnyFace,
  { channelId, ts, file, config }: { channelId: number; ts: number; file: Upload; config: PortalConfig },
): Promise<void> {
  const fileId = await rememberFile(tx, file, config)
  await sql`
    insert into ${sql.table(face.files)} (channel_id, message_ts, file_id, filename, size, media_type, is_picture, digest)
    values (${channelId}, ${ts}, ${fileId}, ${file.filename}, ${file.size}, ${file.mediaType}, ${file.isPicture}, ${file.digest})`.execute(
    tx,
  )
}

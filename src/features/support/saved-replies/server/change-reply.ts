import type { Tx } from '#kit/server/database.ts'
import { changesOf } from '#kit/server/events/event.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import { type CommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import {
  type createSavedReply,
  type deleteSavedReply,
  type editSavedReply,
  replyFault,
  type SavedReply,
  savedReplyCreated,
  savedReplyDeleted,
  savedReplyEdited,
  savedReplyProblems,
} from '../contract.ts'
import { deleteReply, findReplies, insertReply, isNameTaken, lockReply, updateReply } from './saved-reply-store.ts'

/** Saves a new reply. */
export async function saveReply(call: CommandContext<typeof createSavedReply>) {
  const { tx, session } = call
  const texts = { name: call.body.name.trim(), body: call.body.body }
  await requireValid(tx, texts, null)
  const id = await insertReply(tx, texts, session.userId)
  await call.record(savedReplyCreated, { subject: texts.name, data: { id } })
  return one(tx, id)
}

/** Changes a reply, unless another user changed it in the meantime. */
export async function changeReply(call: CommandContext<typeof editSavedReply>) {
  const { tx, session, body } = call
  const id = Number(call.params.id)
  const before = await requireReply(tx, id)
  requireVersion(call, before.version)
  const after = { name: body.name?.trim() ?? before.name, body: body.body ?? before.body }
  await requireValid(tx, after, id)
  const changes = changesOf(before, after)
  if (Object.keys(changes).length > 0) {
    await updateReply(tx, id, after, session.userId)
    await call.record(savedReplyEdited, { subject: after.name, data: { id, changes } })
  }
  return one(tx, id)
}

/** Deletes a reply; texts that were written with it stay. */
export async function removeReply(call: CommandContext<typeof deleteSavedReply>): Promise<undefined> {
  const id = Number(call.params.id)
  const before = await requireReply(call.tx, id)
  requireVersion(call, before.version)
  await deleteReply(call.tx, id)
  await call.record(savedReplyDeleted, { subject: before.name, data: { id } })
}

async function requireReply(tx: Tx, id: number): Promise<SavedReply> {
  return (await lockReply(tx, id)) ?? throwProblem(savedReplyProblems['saved-reply-not-found'])
}

async function requireValid(tx: Tx, { name, body }: { name: string; body: string }, id: number | null): Promise<void> {
  const fault = replyFault(body)
  if (fault === 'unclosed') throwFieldProblem('body', 'has {{ without }}')
  if (fault !== null) throwFieldProblem('body', `has an unknown variable: ${fault.unknown}`)
  if (await isNameTaken(tx, name, id)) throwFieldProblem('name', 'is the name of another saved reply')
}

async function one(tx: Tx, id: number) {
  const [reply] = await findReplies(tx, id)
  return respond(reply!, { headers: { etag: etagOf(reply!.version) } })
}

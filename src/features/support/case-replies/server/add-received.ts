import { findOriginal } from '#features/platform/mail/server/index.ts'
import type { FileStore } from '#kit/server/files/file-store.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { CommandContext } from '#kit/server/serve/request-context.ts'
import { readShared } from '#kit/server/shared-bytes.ts'
import { type addReceivedMail, receivedMailAdded, replyProblems } from '../contract.ts'
import { storeFiles } from './attach-files.ts'
import { findOwnText, takeApart } from './mail-work.ts'
import { completeTaken, findRejected, readReceived } from './received-mail-store.ts'
import { caseOf, LONGEST, sessionOf } from './take-reply.ts'
import { sentTo } from './what-was-sent.ts'
import { NothingLeft, writeReply } from './write-reply.ts'

const notFound = replyProblems['received-mail-not-found']

/** Makes a kept mail a comment of the user who sent it, with the permissions that the user has now. */
export async function addReceived(portal: AppContext, store: FileStore, call: CommandContext<typeof addReceivedMail>) {
  const { tx, params, record } = call
  const rejectedMail = (await findRejected(tx, params.id)) ?? throwProblem(notFound)
  const { id, originalId, caseId, userId } = rejectedMail
  const original = (await findOriginal(tx, originalId)) ?? throwProblem(notFound)
  if (!rejectedMail.isOwn || caseId === null || userId === null)
    rejectWith('it is not from the user whom the portal wrote to')
  const session = (await sessionOf(tx, userId)) ?? rejectWith('the user may no longer work in the portal')
  const storedCase = (await caseOf(tx, session, caseId)) ?? rejectWith('the case takes no replies')
  const { bytes } = await readShared(store.read(original.digest), original.size)
  const { content } = await takeApart(bytes)
  const own = await findOwnText(content.text, await sentTo(portal, { caseId, userId }, content.text))
  // Staff decided that it is to be read: where nothing but quoted text is found, all of it.
  const whole = own?.text || content.text
  const text = whole.slice(0, LONGEST)
  const mail = { originalId, isCut: text.length < content.text.length }
  const files = await storeFiles(portal, store, content.files)
  const by = { mail, marks: { byMail: { dkim: rejectedMail.mail.dkim, spf: rejectedMail.mail.spf } } }
  try {
    await completeTaken(tx, id, await writeReply(portal, { tx, session, record }, storedCase, { text, files, by }))
  } catch (failure) {
    if (failure instanceof NothingLeft) rejectWith('it has neither a text nor a file that can be kept')
    throw failure
  }
  await record(receivedMailAdded, {
    account: storedCase.accountId,
    subject: storedCase.key,
    data: { caseId, receivedMail: id },
  })
  return readReceived(tx, id)
}

function rejectWith(reason: string): never {
  throwProblem(replyProblems['received-mail-not-added'], { reason })
}

import { sql } from 'kysely'
import { findOriginal } from '#features/platform/mail/server/index.ts'
import { readSort } from '#kit/contract/hal.ts'
import { fileStoreOf } from '#kit/server/files/file-store-of.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { defineJob, taskOf } from '#kit/server/job.ts'
import { halPage } from '#kit/server/list/hal-list.ts'
import type { AppContext, Feature } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import { addReceivedMail, listReceivedMails, readReceivedMail, replyProblems } from '../contract.ts'
import { addReceived } from './add-received.ts'
import { listenForMail } from './listen-for-mail.ts'
import type { MailTaker } from './receive-mail.ts'
import { findReceivedMails, findRejected } from './received-mail-store.ts'

export type { AddressedMail, MailTaker } from './receive-mail.ts'
export { removeUserFromReplies } from './received-mail-store.ts'

/**
 * Replies to case mails become comments; switched off unless `REPLY_LISTEN` is set. Other features take mail that is about
 * what is theirs.
 */
export const caseReplies = (takers: readonly MailTaker[]): Feature => ({
  name: 'case-replies',
  serve: (portal) => serveReplies(portal, takers),
  tasks: ({ db }) => [
    taskOf(defineJob('replies.sweep'), {
      cron: '50 3 * * *',
      run: async () =>
        void (await sql`delete from received_mails where received_at < now() - interval '180 days'`.execute(db)),
    }),
  ],
})

function serveReplies(portal: AppContext, takers: readonly MailTaker[]): void {
  const { replies } = portal.config
  serve(portal, listReceivedMails, async (call) => {
    const { page, size, sort, ...filters } = call.query
    const { descending } = readSort(sort, { field: 'received', descending: true })[0]!
    const receivedMails = await findReceivedMails(portal.db, filters, { page, size, descending })
    return { ...halPage(call, 'receivedMails', receivedMails), listening: replies !== undefined }
  })
  serve(portal, readReceivedMail, async ({ params }) => {
    const receivedMails = await findRejected(portal.db, params.id)
    const original = receivedMails && (await findOriginal(portal.db, receivedMails.originalId))
    if (!original) throwProblem(replyProblems['received-mail-not-found'])
    return {
      ...receivedMails.mail,
      text: original.text,
      isAddable: receivedMails.isOwn && receivedMails.caseId !== null,
    }
  })
  registerCommand(portal, addReceivedMail, (call) => addReceived(portal, fileStoreOf(portal.config), call))
  if (!replies) return
  let close = async () => undefined
  portal.http.addHook('onReady', async () => {
    const smtp = await listenForMail(portal, replies, fileStoreOf(portal.config), takers)
    close = () => new Promise((resolve) => smtp.close(() => resolve(undefined)))
  })
  portal.http.addHook('preClose', () => close())
}

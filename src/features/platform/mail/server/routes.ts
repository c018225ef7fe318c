import { readSort } from '#kit/contract/hal.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { halPage } from '#kit/server/list/hal-list.ts'
import { dropQueuedMail, queueMailAgain } from '#kit/server/mail.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import {
  dropMail,
  listMails,
  type Mail,
  mailDropped,
  mailLinkShown,
  mailProblems,
  mailRetried,
  readMail,
  retryMail,
  showMailLink,
} from '../contract.ts'
import { findMail, findMails } from './mail-store.ts'

const newestFirst = { field: 'created', descending: true } as const

/** The outbox of mail for administrators. */
export function serveMail(portal: AppContext): void {
  const hasServer = portal.config.smtpUrl !== undefined

  serve(portal, listMails, async (call) => {
    const { page, size, sort, ...filters } = call.query
    const descending = readSort(sort, newestFirst)[0]!.descending
    return halPage(call, 'mails', await findMails(portal.db, hasServer, filters, { page, size, descending }))
  })

  serve(portal, readMail, async (call) => (await mailById(portal.db, call.params.id)).mail)

  registerCommand(portal, showMailLink, async (call) => {
    const { mail, link } = await mailById(call.tx, call.params.id)
    if (link === undefined) throwProblem(mailProblems['mail-without-link'])
    await call.record(mailLinkShown, { subject: mail.id, data: { recipient: mail.recipient, what: mail.subject } })
    return { link }
  })

  registerCommand(portal, retryMail, async (call) => {
    const { mail } = await unsentMail(call.tx, call.params.id)
    await queueMailAgain(call.tx, Number(mail.id))
    await call.record(mailRetried, { subject: mail.id, data: { what: mail.subject } })
    return (await mailById(call.tx, mail.id)).mail
  })

  registerCommand(portal, dropMail, async (call) => {
    const { mail } = await unsentMail(call.tx, call.params.id)
    await dropQueuedMail(call.tx, Number(mail.id))
    await call.record(mailDropped, { subject: mail.id, data: { what: mail.subject } })
    return (await mailById(call.tx, mail.id)).mail
  })

  async function mailById(
    db: Database | Tx,
    id: string,
    lock = false,
  ): Promise<{ mail: Mail; link: string | undefined }> {
    return (await findMail(portal, db, id, { lock })) ?? throwProblem(mailProblems['mail-not-found'])
  }

  async function unsentMail(tx: Tx, id: string) {
    const mailWithLink = await mailById(tx, id, true)
    if (mailWithLink.mail.state === 'SENT') throwProblem(mailProblems['mail-already-sent'])
    if (mailWithLink.mail.state === 'DROPPED') throwProblem(mailProblems['mail-dropped'])
    return mailWithLink
  }
}

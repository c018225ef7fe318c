import { sql } from 'kysely'
import { type Task, taskOf } from './job.ts'
import { copyRate, mailSender } from './mail.ts'
import { type ComposedMail, type MailSource, SEND_COPIES, sendCopiesSoon } from './mail-composer.ts'
import { htmlOf, textOf } from './mail-content.ts'
import { groupsOf } from './mail-source-groups.ts'
import { mailTransport, messageIdOf, stateAfter } from './mail-transport.ts'
import type { AppContext } from './portal.ts'
import { type Outcome, recordOutcomes } from './record-copies.ts'
import { writeTogether } from './write-together.ts'

const CONNECTIONS = 4
/** Composed together. Few, because a copy that is withdrawn after it was composed is still sent. */
const MOST = 100
/** A run of the task ends after this time, and the next one goes on. */
const RUN_MS = 5 * 60_000

type DueMail = MailSource & {
  readonly id: number
  readonly userId: number
  readonly attempts: number
  readonly created: Date
  readonly composer: string
}

/** Sends the copies that are due, the oldest first, not faster than the setting allows. */
export function copiesTask(portal: AppContext): Task {
  const transport = mailTransport(portal.config.smtpUrl, CONNECTIONS)
  const record = writeTogether<Outcome>((outcomes) => recordOutcomes(portal, outcomes))
  const turn = pace(() => portal.settings.valueOf(copyRate))
  const send = async (dueMails: DueMail, mail: ComposedMail): Promise<void> => {
    await turn()
    const attempts = dueMails.attempts + 1
    const failure = await transport.send(outgoingMail(portal, dueMails, mail)).then(
      () => undefined,
      (error: Error) => error,
    )
    await record({
      ...dueMails,
      attempts,
      state: failure ? stateAfter(failure, attempts) : 'SENT',
      error: failure?.message,
    })
    // A server that is not there is asked again in a minute, and not for each copy.
    if (failure && !('responseCode' in failure)) throw failure
  }
  return taskOf(SEND_COPIES, {
    calls: 'mail-copies',
    atOnce: 1,
    async run(_, stopping) {
      const until = Date.now() + RUN_MS
      for (;;) {
        const dueMails = await takeDue(portal, Math.min(MOST, portal.settings.valueOf(copyRate)))
        if (dueMails.length === 0) return
        const mails = await composeAll(portal, dueMails)
        const droppedMails = dueMails.filter((one) => !mails.has(one))
        await Promise.all(droppedMails.map((one) => record({ ...one, state: 'DROPPED', error: undefined })))
        await inLanes([...mails], CONNECTIONS, ([one, mail]) => send(one, mail))
        if (stopping?.aborted || Date.now() > until) return sendCopiesSoon(portal.db)
      }
    },
  })
}

async function takeDue({ db }: AppContext, count: number): Promise<DueMail[]> {
  const { rows } = await sql<DueMail>`
    select m.id, m.user_id as "userId", m.attempts, m.created_at as created, b.composer, b.source_id as "sourceId", b.part
    from mail_outbox m join mail_batches b on b.id = m.batch_id
    where m.state = 'WAITING' and m.batch_id is not null and m.send_at <= now() order by m.send_at, m.id limit ${count}`.execute(
    db,
  )
  return rows
}

async function composeAll(
  { db, mailComposers }: AppContext,
  dueMails: readonly DueMail[],
): Promise<Map<DueMail, ComposedMail>> {
  const mails = new Map<DueMail, ComposedMail>()
  for (const group of groupsOf(dueMails)) {
    const composer = mailComposers.find(({ name }) => name === group[0]!.composer)
    const userIds = group.map(({ userId }) => userId)
    const composedMails = await composer?.compose(db, group[0]!, userIds)
    for (const one of group) {
      const mail = composedMails?.get(one.userId)
      if (mail) mails.set(one, mail)
    }
  }
  return mails
}

function outgoingMail({ settings }: AppContext, { id, created }: DueMail, mail: ComposedMail) {
  return {
    from: settings.valueOf(mailSender),
    to: mail.to,
    subject: mail.subject.replace(/[\r\n\0]+/g, ' '),
    text: textOf(mail),
    html: htmlOf(mail),
    messageId: messageIdOf(id, created),
    replyTo: mail.replyTo,
    thread: mail.thread,
    unsubscribeUrl: mail.unsubscribeUrl,
    calendar: mail.calendar,
  }
}

/** A function that waits for the next moment at which something may be done, `rate` times a second. */
function pace(rate: () => number): () => Promise<void> {
  let next = 0
  return async () => {
    const at = Math.max(next, Date.now())
    next = at + 1000 / rate()
    // Timers are not exact: a short wait is made up by the next ones.
    if (at - Date.now() > 20) await new Promise((resolve) => setTimeout(resolve, at - Date.now()))
  }
}

/** Does something with each item, up to `lanes` at once; after a failure it begins none and throws. */
async function inLanes<Item>(items: Item[], lanes: number, run: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values()
  let failure: unknown
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const item of waiting) {
        if (failure !== undefined) return
        await run(item).catch((error: unknown) => {
          failure ??= error
        })
      }
    }),
  )
  if (failure !== undefined) throw failure
}

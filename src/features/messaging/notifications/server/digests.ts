import { type RawBuilder, sql } from 'kysely'
import { notificationsPath } from '#features/messaging/announcements/paths.ts'
import { quietEnds } from '#features/messaging/delivery-times/server/index.ts'
import { fillText } from '#kit/contract/problem.ts'
import type { Tx } from '#kit/server/database.ts'
import { defineJob, type Task, taskOf } from '#kit/server/job.ts'
import { queueMails } from '#kit/server/mail.ts'
import type { Mail } from '#kit/server/mail-content.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { serverTexts } from '../texts.ts'
import { addressIn } from './address-in.ts'
import { unsubscribeUrls } from './unsubscribe-token.ts'

/** What a digest says about one thing. */
export type DigestLine = {
  readonly userId: number
  readonly address: string
  /** Lines of one thread stand together, beneath one title. */
  readonly thread: string
  readonly title: string
  readonly text: string
  readonly link: string | null
  /** What the link in the mail program ends: a group, or a category of announcements. */
  readonly ends: string | number
}

/** A feature whose items wait for digests. */
export type DigestSource = {
  /** Selects `user_id` of those who have an item that is due. */
  readonly due: RawBuilder<unknown>
  /** Takes the items of these users that are due, and returns those to mail, in order. Their digest has this id. */
  take(tx: Tx, userIds: readonly number[], digestId: number): Promise<readonly DigestLine[]>
}

/** Users whose digests are queued in one transaction. */
const BATCH = 100
/** Of the threads beyond, a digest says how many there are; of a thread it has this many lines. */
const MOST_THREADS = 20
const MOST_LINES = 10
const LONGEST = 500

/** Mails each user what waits for their digest when it is due. */
export function digestTask(portal: AppContext, sources: readonly DigestSource[]): Task {
  return taskOf(defineJob('notifications.digest'), {
    cron: '* * * * *',
    atStart: true,
    async run() {
      while ((await inTransaction(portal.db, (tx) => sendDigests(portal, sources, tx))) === BATCH);
    },
  })
}

/** Queues the digests of the next users, in one transaction with the mark that they have them. Returns how many users. */
async function sendDigests(portal: AppContext, sources: readonly DigestSource[], tx: Tx): Promise<number> {
  const { rows } = await sql<{ userId: number }>`
    select user_id as "userId" from (${sql.join(
      sources.map(({ due }) => due),
      sql` union all `,
    )}) due group by user_id order by user_id limit ${BATCH}`.execute(tx)
  const users = rows.map(({ userId }) => userId)
  if (users.length === 0) return 0
  const digestId = Date.now()
  const lines: DigestLine[] = []
  for (const source of sources) lines.push(...(await source.take(tx, users, digestId)))
  const waitUntil = await quietEnds(tx, users)
  const unsubscribeUrl = await unsubscribeUrls(portal, tx)
  await queueMails(
    tx,
    users.flatMap((userId) => {
      const own = lines.filter((line) => line.userId === userId)
      if (own.length === 0) return []
      return {
        ...digestMail(portal, own),
        key: digestKey(userId, digestId),
        sendAt: waitUntil.get(userId),
        unsubscribeUrl: unsubscribeUrl(userId, [...new Set(own.map(({ ends }) => ends))]),
      }
    }),
  )
  return users.length
}

/** The key of a digest in the outbox. */
export function digestKey(userId: number, digestId: number): string {
  return `digest ${userId} ${digestId}`
}

function digestMail(portal: AppContext, lines: readonly DigestLine[]): Mail {
  const threads = [...new Set(lines.map(({ thread }) => thread))].map((thread) =>
    lines.filter((line) => line.thread === thread),
  )
  const { digest: text } = serverTexts
  const [first] = threads[0]!
  const more = threads.length - MOST_THREADS
  return {
    to: first!.address,
    subject:
      threads.length > 1
        ? fillText(text.subject, { count: lines.length, first: first!.title })
        : lines.length > 1
          ? fillText(text.subjectOfOne, { count: lines.length, title: first!.title })
          : first!.title,
    paragraphs: [
      ...threads.slice(0, MOST_THREADS).flatMap((thread) => paragraphsOf(portal, thread)),
      ...(more > 0 ? [fillText(text.more, { count: more })] : []),
    ],
    link: { label: text.link, url: addressIn(portal, notificationsPath()) },
  }
}

function paragraphsOf(portal: AppContext, lines: readonly DigestLine[]): string[] {
  const [{ title, link }] = lines as [DigestLine]
  const address = link === null ? '' : addressIn(portal, link)
  if (lines.length === 1) return [`${title}: ${excerpt(lines[0]!.text)}${address && ` (${address})`}`]
  const more = lines.length - MOST_LINES
  return [
    address ? `${title}: ${address}` : title,
    ...lines.slice(0, MOST_LINES).map(({ text }) => excerpt(text)),
    ...(more > 0 ? [fillText(serverTexts.digest.moreLines, { count: more })] : []),
  ]
}

function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line
}

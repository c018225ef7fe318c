import { sql } from 'kysely'
import { plainLine } from '#features/messaging/templates/contract.ts'
import { fillText } from '#kit/contract/problem.ts'
import type { Tx } from '#kit/server/database.ts'
import { defineJob, type Task, taskOf } from '#kit/server/job.ts'
import { type Addressed, queueMails } from '#kit/server/mail.ts'
import type { Mail } from '#kit/server/mail-content.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import type { InboxItem } from '../../contract.ts'
import { serverTexts } from '../../texts.ts'
import { addressOf } from '../delivery/announcement-mail.ts'
import { isMailed, settingsJoin, storedNotification } from '../recipient-facts.ts'
import { unsubscribeUrls } from '../unsubscribe/token.ts'
import { inboxItemOf, inboxJson, inboxSources, isShown, type StoredItem } from './inbox-store.ts'

const BATCH = 200
const SHOWN = 20
const EXCERPT = 300

type Due = { readonly userId: number; readonly email: string; readonly items: readonly StoredItem[] }
type DigestMail = Omit<Mail, 'key'> & Addressed

/** Mails each user the announcements of their digest when it is due. */
export function digestTask(portal: AppContext): Task {
  return taskOf(defineJob('announcements.digest'), {
    cron: '* * * * *',
    atStart: true,
    async run() {
      while ((await inTransaction(portal.db, (tx) => sendDigests(portal, tx))) === BATCH);
    },
  })
}

/** Queues the digests of the next users, in one transaction with the mark that they have them. Returns how many users. */
async function sendDigests(portal: AppContext, tx: Tx): Promise<number> {
  const { rows } = await sql<{ users: number; digests: Due[]; taken: number[] }>`
    with due as (
      select user_id from announcement_inbox where digest_at <= now() group by user_id order by user_id limit ${BATCH}
    ), taken as (
      update announcement_inbox i set digest_at = null from due where i.user_id = due.user_id and i.digest_at <= now() returning i.id
    ), digests as (
      select u.id as "userId", u.email, json_agg(${inboxJson} order by i.id) as items
      from ${inboxSources} ${settingsJoin(storedNotification)}
      where i.id in (select id from taken) and i.acknowledged_at is null and ${isShown} and ${isMailed(storedNotification)}
      group by u.id, u.email
    )
    select (select count(*) from due) as users, (select coalesce(json_agg(id), '[]') from taken) as taken, (select coalesce(json_agg(d), '[]') from digests d) as digests`.execute(
    tx,
  )
  const { users, digests, taken } = rows[0]!
  await noteDigests(tx, digests, taken)
  const unsubscribeUrl = await unsubscribeUrls(portal, tx)
  await queueMails(
    tx,
    digests.map((due) => digestMail(portal, due, unsubscribeUrl)),
  )
  return users
}

/** Records in which digest each of these items is; those in none are not mailed. */
async function noteDigests(tx: Tx, digests: readonly Due[], taken: readonly number[]): Promise<void> {
  const digestOf = new Map(digests.flatMap(({ items }) => items.map(({ id }) => [Number(id), items.at(-1)!.id])))
  await sql`
    update announcement_inbox i set digest_id = d.digest_id, mailed = d.digest_id is not null
    from unnest(${[...taken]}::bigint[], ${taken.map((id) => digestOf.get(id) ?? null)}::bigint[]) as d(id, digest_id)
    where i.id = d.id`.execute(tx)
}

function digestMail(
  portal: AppContext,
  { userId, email, items: stored }: Due,
  unsubscribeUrl: (userId: number, categories: readonly number[]) => string,
): DigestMail {
  const items = stored.map(inboxItemOf)
  const categories = [...new Set(items.map(({ categoryId }) => Number(categoryId)))]
  const more = items.length - SHOWN
  const { digest: text } = serverTexts
  return {
    to: email,
    key: digestKey(userId, items.at(-1)!.id),
    unsubscribeUrl: unsubscribeUrl(userId, categories),
    subject:
      items.length === 1 ? items[0]!.title : fillText(text.subject, { count: items.length, first: items[0]!.title }),
    paragraphs: [
      ...items.slice(0, SHOWN).map((item) => paragraphOf(portal, item)),
      ...(more > 0 ? [fillText(text.more, { count: more })] : []),
    ],
    link: { label: text.link, url: addressOf(portal, null) },
  }
}

function paragraphOf(portal: AppContext, { title, message, link }: InboxItem): string {
  const line = plainLine(message)
  const excerpt = line.length > EXCERPT ? `${line.slice(0, EXCERPT - 1)}…` : line
  return `${title}: ${excerpt}${link === null ? '' : ` (${addressOf(portal, link)})`}`
}

/** The key of a digest in the outbox; `findDeliveries` reads how it ended by it. */
function digestKey(userId: number, lastItem: string): string {
  return `digest ${userId} ${lastItem}`
}

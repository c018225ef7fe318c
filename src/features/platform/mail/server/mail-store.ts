import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { directionOf, findPage } from '#kit/server/list/find-page.ts'
import { textOf } from '#kit/server/mail-content.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { likeText } from '#kit/server/sql-text.ts'
import type { Mail, MailState, MailSummary } from '../contract.ts'

type Row = Omit<Mail, 'hasLink' | 'waitsForServer' | 'created' | 'sent' | 'text'> & {
  text: string | null
  token: string | null
  created: Date
  sent: Date | null
}

type Copy = { userId: number; composer: string; sourceId: number; part: number }

/** A copy of a mail for many users has its subject and its recipient elsewhere, and its text is composed. */
const subject = sql`coalesce(m.subject, b.subject)`
const recipient = sql`coalesce(m.recipient, u.email)`
const sources = sql`mail_outbox m left join mail_batches b on b.id = m.batch_id left join users u on u.id = m.user_id`
const columns = sql`m.id::text, coalesce(${recipient}, '') as recipient, ${subject} as subject, m.state, m.attempts, m.error, m.body_text as text, m.link_token as token,
  m.created_at as created, m.sent_at as sent`

/** A page of the outbox, and how many mails there are. */
export async function findMails(
  db: Database,
  hasServer: boolean,
  { q, state }: { q?: string | undefined; state?: readonly MailState[] | undefined },
  { page, size, descending }: { page: number; size: number; descending: boolean },
) {
  const words = `%${likeText(q ?? '')}%`
  const where = sql`(${q === undefined} or ${recipient} ilike ${words} or ${subject} ilike ${words})
    and (${!state?.length} or m.state = any(${state ?? []}::text[]))`
  const direction = directionOf(descending)
  const mailPage = await findPage(db, {
    page,
    size,
    rows: sql<Row>`select ${columns} from ${sources} where ${where} order by m.id ${direction}`,
    of: sql`from ${sources} where ${where}`,
    capped: true,
  })
  return {
    ...mailPage,
    rows: mailPage.rows.map((row): MailSummary => {
      const { text: _, ...summary } = mailOf(row, hasServer)
      return summary
    }),
  }
}

/** A mail with its text and its link as they are sent; `lock` holds it for the transaction. */
export async function findMail(
  { config, mailComposers }: AppContext,
  db: Database | Tx,
  id: string,
  { lock = false } = {},
): Promise<{ mail: Mail; link: string | undefined } | undefined> {
  const { rows } = await sql<Row & Copy>`
    select ${columns}, m.user_id as "userId", b.composer, b.source_id as "sourceId", b.part
    from ${sources} where m.id = ${id} ${lock ? sql`for update of m` : sql``}`.execute(db)
  if (!rows[0]) return undefined
  const { userId, composer, sourceId, part, ...row } = rows[0]
  const copies = await mailComposers.find(({ name }) => name === composer)?.compose(db, { sourceId, part }, [userId])
  const copy = copies?.get(userId)
  const text = row.text ?? (copy ? textOf(copy) : '')
  return {
    mail: mailOf({ ...row, text }, config.smtpUrl !== undefined),
    link: row.token === null ? undefined : linkWith(row.token, text),
  }
}

function mailOf({ text, token, created, sent, ...row }: Row, hasServer: boolean): Mail {
  return {
    ...row,
    waitsForServer: row.state === 'WAITING' && !hasServer,
    hasLink: token !== null,
    created: created.toISOString(),
    sent: sent?.toISOString() ?? null,
    text: token === null ? (text ?? '') : (text ?? '').replaceAll(token, '…'),
  }
}

function linkWith(token: string, text: string): string | undefined {
  return text.split(/\s/).find((word) => word.includes(token))
}

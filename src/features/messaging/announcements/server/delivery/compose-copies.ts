import { sql } from 'kysely'
import { unsubscribeUrls } from '#features/messaging/notifications/server/index.ts'
import type { Parts } from '#features/messaging/templates/contract.ts'
import { type RecipientRow, recipientRow } from '#features/messaging/templates/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import type { ComposedMail, MailComposer, MailSource } from '#kit/server/mail-composer.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { fillFor } from '../fill-for-recipient.ts'
import { isMailed, settingsJoin, storedNotification } from '../recipient-facts.ts'
import { accountsNamed, isRecipient, storedRecipients } from '../recipients.ts'
import { mailOf } from './announcement-mail.ts'

/** The composer of mail copies: the announcement is the source of a copy, the occurrence its part. */
export const COPIES = 'announcement'

type Copy = {
  readonly userId: number
  readonly email: string
  readonly title: string
  readonly message: string
  readonly link: string | null
  readonly attachmentsUrls: readonly string[]
  readonly categoryId: number
  readonly system: boolean
  readonly personal: Parts | null
  readonly recipient: RecipientRow | null
  readonly delivered: Date
}

/**
 * Composes the mail copies of announcements. Users who are no recipients any more, or who turned the mail off, get none,
 * and no user does after it was deactivated or has expired.
 */
export function copyComposer(portal: AppContext): MailComposer {
  return {
    name: COPIES,
    async compose(db, source, userIds) {
      const copies = await findCopies(db, source, userIds)
      if (copies.length === 0) return new Map()
      const unsubscribeUrl = await unsubscribeUrls(portal, db)
      return new Map(
        copies.map((copy) => [
          copy.userId,
          composeMail(portal, copy, copy.system ? undefined : unsubscribeUrl(copy.userId, [copy.categoryId])),
        ]),
      )
    },
    notSent: markNotSent,
  }
}

function composeMail(portal: AppContext, copy: Copy, unsubscribeUrl: string | undefined): ComposedMail {
  const { personal, recipient, email, link, delivered: deliveredAt } = copy
  const texts =
    personal && recipient ? { ...copy, ...fillFor(personal, recipient, { link, delivered: deliveredAt }) } : copy
  return { ...mailOf(portal, texts), to: email, unsubscribeUrl }
}

async function findCopies(db: Database | Tx, source: MailSource, userIds: readonly number[]): Promise<Copy[]> {
  const { rows } = await sql<Copy>`
    select u.id as "userId", u.email, a.title, a.message, a.link, a.attachments_urls as "attachmentsUrls", a.category_id as "categoryId",
      a.is_system as system, a.personal, i.delivered_at as delivered,
      case when a.personal is not null then ${recipientRow(accountsNamed)} end as recipient
    from announcement_inbox i join announcements a on a.id = i.announcement_id join users u on u.id = i.user_id
      ${settingsJoin(storedNotification)}
    where i.announcement_id = ${source.sourceId} and i.occurrence = ${source.part} and i.user_id = any(${[...userIds]}::bigint[])
      and a.state = 'ENABLED' and (a.expiration_at is null or a.expiration_at > now())
      and ${isRecipient(storedRecipients)} and ${isMailed(storedNotification)}`.execute(db)
  return rows
}

/** Marks the inbox rows whose copies the mail server rejected for good, and those that get no mail. */
async function markNotSent(
  tx: Tx,
  { sourceId, part }: MailSource,
  { failed, dropped }: { failed: readonly number[]; dropped: readonly number[] },
): Promise<void> {
  await sql`
    update announcement_inbox set mail_failed = user_id = any(${[...failed]}::bigint[]), mailed = user_id = any(${[...failed]}::bigint[])
    where announcement_id = ${sourceId} and occurrence = ${part} and user_id = any(${[...failed, ...dropped]}::bigint[])`.execute(
    tx,
  )
}

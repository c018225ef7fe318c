import { sql } from 'kysely'
import type { Parts } from '#features/messaging/templates/contract.ts'
import { type RecipientRow, recipientRow } from '#features/messaging/templates/server/index.ts'
import { notificationsOf } from '#features/platform/notification-groups/server/index.ts'
import { defineNotification } from '#kit/server/notification.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { CommandContext } from '#kit/server/serve/request-context.ts'
import { announcementTested, type testAnnouncement, topicOf } from '../../contract.ts'
import { announcementOf } from '../announcement-store.ts'
import { fillFor } from '../fill-for-recipient.ts'
import { accountsNamed } from '../recipients.ts'
import { addressOf, mailOf } from './announcement-mail.ts'

/** The mail copy, to the author of the announcement alone. */
const announcementCopy = defineNotification('announcement.test', {
  group: notificationsOf.account,
  title: '[Test] {title}',
  text: '',
  open: 'Open in the portal',
  mailOnly: true,
})

/** Delivers an announcement in any state to the caller alone; a repeated test replaces the one before in the inbox. */
export async function deliverTest(portal: AppContext, call: CommandContext<typeof testAnnouncement>) {
  const { tx, session } = call
  const { id, title, message, link, deliveryMethod, attachmentsUrls } = await announcementOf(
    tx,
    session,
    call.params.id,
  )
  await sql`
    insert into announcement_inbox (user_id, announcement_id, occurrence, is_test) values (${session.userId}, ${id}, 0, true)
    on conflict (announcement_id, occurrence, user_id) do update set acknowledged_at = null, delivered_at = now()`.execute(
    tx,
  )
  const { rows } = await sql<{ email: string; personal: Parts | null; recipient: RecipientRow }>`
    select u.email, a.personal, ${recipientRow(accountsNamed)} as recipient from users u, announcements a
    where u.id = ${session.userId} and a.id = ${id}`.execute(tx)
  const { email, personal, recipient } = rows[0]!
  const texts = personal ? fillFor(personal, recipient, { link, delivered: new Date() }) : { title, message, link }
  const { paragraphs, formatted } = mailOf(portal, { ...texts, attachmentsUrls })
  await portal.notifier.notify(tx, announcementCopy, {
    to: [{ userId: session.userId }],
    values: { title: texts.title },
    link: addressOf(portal, texts.link),
    key: `${id}-${crypto.randomUUID()}`,
    mail: { paragraphs, ...(formatted ? { formatted } : {}) },
  })
  await portal.live.publishToUsers(tx, {
    topic: topicOf(deliveryMethod),
    userIds: [session.userId],
    body: { event: 'delivered' },
  })
  await call.record(announcementTested, { subject: id, data: { title } })
  return { mailedTo: email }
}

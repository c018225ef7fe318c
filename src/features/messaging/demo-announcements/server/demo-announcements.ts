import { sql } from 'kysely'
import {
  isMuted,
  isRecipient,
  settingsJoin,
  storedNotification,
  storedRecipients,
} from '#features/messaging/announcements/server/index.ts'
import { fillParts, fillTemplate } from '#features/messaging/templates/contract.ts'
import { makeDemoTemplates } from '#features/messaging/templates/server/index.ts'
import type { DemoUsers } from '#features/users/demo-users/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { type DemoAnnouncement, demoAnnouncements } from './demo-data/announcements.ts'
import { demoUpgrades } from './demo-data/upgrades.ts'

const HOUR = 3_600_000

/**
 * Creates the announcements of the demo; those in the past were delivered, modal alerts among them were acknowledged.
 */
export async function makeDemoAnnouncements(tx: Tx, users: DemoUsers): Promise<void> {
  // The named users have announcements to acknowledge.
  const namedIds = Object.values(users).map(({ id }) => id)
  for (const announcement of demoAnnouncements)
    await makeAnnouncement(tx, announcement, { author: users.admin.id, named: namedIds })
  const templates = await makeDemoTemplates(tx)
  for (const upgrade of demoUpgrades()) {
    const template = templates.find(({ name }) => name === upgrade.template)!
    const parts = fillTemplate(template, upgrade.inputs)
    const id = await makeAnnouncement(
      tx,
      { ...upgrade, ...fillParts(parts), link: '/calendar' },
      { author: users.admin.id, named: namedIds },
    )
    await sql`update announcements set template_id = ${template.id}, template_inputs = ${JSON.stringify(upgrade.inputs)}::jsonb,
      personal = ${JSON.stringify(parts)}::jsonb where id = ${id}`.execute(tx)
  }
  for (const event of ['RELEASE_DELIVERED', 'BUNDLE_ON_HOLD'] as const)
    await sql`
      insert into template_bindings (event, template_id, type, category_id, email_copy, bound_by)
      select ${event}, t.id, ${event === 'BUNDLE_ON_HOLD' ? 'error' : 'info'}, c.id, false, ${users.admin.id}
      from templates t, announcement_categories c
      where t.name = ${event === 'BUNDLE_ON_HOLD' ? 'Bundle on hold' : 'Release delivered'} and c.name = 'Software' and c.sub_category is null`.execute(
      tx,
    )
}

async function makeAnnouncement(
  tx: Tx,
  { hoursAgo, category, recipients = {}, expiresInHours, state, ...text }: DemoAnnouncement,
  { author, named }: { author: number; named: readonly number[] },
): Promise<number> {
  const at = new Date(Date.now() - hoursAgo * HOUR)
  const expires = expiresInHours === undefined ? null : new Date(Date.now() + expiresInHours * HOUR)
  const { rows } = await sql<{ id: number }>`
      insert into announcements (title, message, type, delivery_method, recipients_type, link, category_id, recipients, delivery_time_type, delivery_time,
        time_zone, expiration_at, state, planned, planned_wall, author_id, created_at, updated_at)
      select ${text.title}, ${text.message}, ${text.type}, ${text.deliveryMethod}, ${text.recipientsType}, ${text.link ?? null}, c.id,
        ${JSON.stringify(recipients)}::jsonb, 'AT', ${at}, 'UTC', ${expires}, ${state}, ${state === 'ENABLED' ? 1 : 0},
        ${state === 'ENABLED' ? sql`${at}::timestamptz at time zone 'UTC'` : null}, ${author}, ${at}, ${at}
      from announcement_categories c where c.name = ${category} and c.sub_category is null returning id`.execute(tx)
  if (state === 'ENABLED') await deliverDemo(tx, rows[0]!.id, { at, named })
  return rows[0]!.id
}

async function deliverDemo(tx: Tx, id: number, { at, named }: { at: Date; named: readonly number[] }): Promise<void> {
  await sql`
    with stored as (
      insert into announcement_inbox (user_id, announcement_id, occurrence, delivered_at, muted, acknowledged_at)
      select u.id, a.id, 1, ${at}, ${isMuted(storedNotification)},
        case when a.delivery_method = 'ModalAlert' or (u.id % 3 = 0 and not u.id = any(${[...named]}::bigint[])) then ${at}::timestamptz + interval '20 minutes' end
      from announcements a cross join users u ${settingsJoin(storedNotification)} where a.id = ${id} and ${isRecipient(storedRecipients)}
      returning 1
    )
    insert into announcement_deliveries (announcement_id, occurrence, due_at, state, delivered, finished_at)
    select ${id}, 1, ${at}, 'DONE', (select count(*) from stored), ${at}`.execute(tx)
}

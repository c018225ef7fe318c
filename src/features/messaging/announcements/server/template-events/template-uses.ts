import { sql } from 'kysely'
import { fillParts, isPersonal } from '#features/messaging/templates/contract.ts'
import type { TemplateUse, TemplateUses } from '#features/messaging/templates/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import type { RecordedEvent } from '#kit/server/events/event.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import { statusOfAnnouncement } from '../announcement-store.ts'
import { enable } from '../delivery/enable.ts'
import { withdrawAnnouncements } from '../delivery/withdraw.ts'
import { announceChanges } from '../inbox/inbox-event-handlers.ts'
import type { TemplateEvent } from './template-event.ts'

const RECENT = 20

/** The announcements that have a template. */
export function templateUses(events: readonly TemplateEvent[]): TemplateUses {
  return {
    find: findUses,
    rewrite,
    withdraw,
    restore,
    forget: async (tx, templateId) =>
      void (await sql`update announcements set template_id = null, template_inputs = '{}' where template_id = ${templateId}`.execute(
        tx,
      )),
    async lastEventValues(db, event, account) {
      const source = events.find((one) => one.event === event)
      for (const event of source ? await recentEvents(db, source) : []) {
        const facts = await source?.factsOf(event, db)
        if (facts && (account === undefined || facts.accounts.includes(account))) return facts.values
      }
      return {}
    },
  }
}

async function findUses(db: Database | Tx, templateId: string): Promise<TemplateUse[]> {
  const { rows } = await sql<TemplateUse>`
    select a.id::text, ${statusOfAnnouncement} as status, a.title, a.message, a.link, a.template_inputs as inputs,
      case when a.event_id is not null then a.event_values end as "eventValues",
      (select coalesce(sum(d.delivered), 0)::int from announcement_deliveries d where d.announcement_id = a.id) as delivered,
      (select count(*) from announcement_inbox i where i.announcement_id = a.id and i.acknowledged_at is not null) as acknowledged
    from announcements a where a.template_id = ${templateId} and ${statusOfAnnouncement} <> 'ENDED' order by a.id desc`.execute(
    db,
  )
  return rows
}

async function rewrite(tx: Tx, changedUses: Parameters<TemplateUses['rewrite']>[1]): Promise<void> {
  const rows = changedUses.map(({ id, parts, inputs }) => ({
    id,
    ...fillParts(parts),
    inputs,
    personal: isPersonal(parts) ? parts : null,
  }))
  await sql`
    update announcements a set title = r.title, message = r.message, link = coalesce(r.link, a.link), template_inputs = r.inputs,
      personal = r.personal, version = a.version + 1, updated_at = clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id bigint, title text, message text, link text, inputs jsonb, personal jsonb)
    where a.id = r.id`.execute(tx)
  await announceChanges(
    tx,
    rows.map(({ id }) => Number(id)),
  )
}

async function withdraw(tx: Tx, templateId: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    update announcements set withdrawn_by_template = true where template_id = ${templateId} and state = 'ENABLED'
      and (expiration_at is null or expiration_at > now()) returning id`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await withdrawAnnouncements(tx, ids)
  await announceChanges(tx, ids)
  return ids.length
}

async function restore(tx: Tx, templateId: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from announcements where template_id = ${templateId} and withdrawn_by_template and state = 'INACTIVE'
      and (expiration_at is null or expiration_at > now()) for update`.execute(tx)
  await sql`update announcements set withdrawn_by_template = false, version = version + 1 where template_id = ${templateId}`.execute(
    tx,
  )
  for (const { id } of rows) await enable(tx, id)
  const ids = rows.map(({ id }) => id)
  await announceChanges(tx, ids)
  return ids.length
}

async function recentEvents(db: Database, { recorded }: TemplateEvent): Promise<RecordedEvent[]> {
  const { rows } = await sql<{ row: RecordedEvent }>`
    select json_build_object('id', id, 'seq', coalesce(seq, 0), 'at', ${isoSql('at')}, 'name', name, 'audience', audience, 'subject', subject,
      'subjectId', subject_id, 'accountId', account_id, 'actorId', actor_id, 'actorName', actor_name, 'impersonatorId', impersonator_id,
      'impersonatorName', impersonator_name, 'data', data, 'requestId', request_id) as row
    from events where name = any(${recorded.map(({ name }) => name)}::text[]) order by id desc limit ${RECENT}`.execute(
    db,
  )
  return rows.map(({ row }) => row)
}

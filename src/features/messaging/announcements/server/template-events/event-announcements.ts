import { sql } from 'kysely'
import {
  fillParts,
  fillTemplate,
  isPersonal,
  MESSAGE_LENGTH,
  mailOnlyEvents,
  type Template,
} from '#features/messaging/templates/contract.ts'
import { templateOf } from '#features/messaging/templates/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import type { RecordedEvent } from '#kit/server/events/event.ts'
import { type EventHandler, on } from '#kit/server/events/event-handler.ts'
import { enable } from '../delivery/enable.ts'
import type { TemplateEvent } from './template-event.ts'

type Facts = NonNullable<Awaited<ReturnType<TemplateEvent['factsOf']>>>
type Binding = { templateId: string; type: string; categoryId: number; emailCopy: boolean; boundBy: number }

/** The event handlers that make and deliver one announcement for each recorded event that is bound to a template. */
export function eventAnnouncements(events: readonly TemplateEvent[]): EventHandler[] {
  const announcedEvents = events.filter(({ event }) => !mailOnlyEvents.includes(event))
  return announcedEvents.flatMap((source) => [
    on(source.recorded, `announce.${source.event}`, (event: RecordedEvent, tx: Tx) => announceEvent(source, event, tx)),
  ])
}

async function announceEvent(source: TemplateEvent, event: RecordedEvent, tx: Tx): Promise<void> {
  // An imported event happened long ago: no user is notified.
  if (event.data.imported) return
  const binding = await bindingOf(tx, source.event)
  if (!binding) return
  const facts = await source.factsOf(event, tx)
  if (!facts || facts.accounts.length === 0) return
  const template = await templateOf(tx, binding.templateId)
  if (!template.enabled) return
  await announce(tx, { source, recorded: event, binding, facts, template })
}

async function bindingOf(tx: Tx, event: string): Promise<Binding | undefined> {
  const { rows } = await sql<Binding>`
    select template_id::text as "templateId", type, category_id as "categoryId", email_copy as "emailCopy", bound_by as "boundBy"
    from template_bindings where event = ${event} and announce`.execute(tx)
  return rows[0]
}

async function announce(
  tx: Tx,
  {
    source,
    recorded,
    binding,
    facts,
    template,
  }: { source: TemplateEvent; recorded: RecordedEvent; binding: Binding; facts: Facts; template: Template },
): Promise<void> {
  const parts = fillTemplate(template, {}, facts.values)
  const { title, message, link } = fillParts(parts)
  const recipients = { accounts: facts.accounts, roles: source.readable.grants.map(({ role }) => role) }
  const { rows } = await sql<{ id: number }>`
    insert into announcements (title, message, type, link, delivery_method, email_copy, category_id, recipients_type, recipients,
      delivery_time_type, delivery_time, time_zone, author_id, template_id, event_values, personal, event_id)
    values (${title}, ${message.slice(0, MESSAGE_LENGTH)}, ${binding.type}, ${link ?? facts.link}, ${template.deliveryMethod},
      ${binding.emailCopy}, ${binding.categoryId}, 'FILTER', ${JSON.stringify(recipients)}::jsonb, 'NOW', now(), 'UTC',
      ${binding.boundBy}, ${template.id}, ${JSON.stringify(facts.values)}::jsonb,
      ${isPersonal(parts) ? JSON.stringify(parts) : null}::jsonb, ${recorded.id})
    on conflict (event_id, template_id) where event_id is not null do nothing returning id`.execute(tx)
  if (rows[0]) await enable(tx, rows[0].id)
}

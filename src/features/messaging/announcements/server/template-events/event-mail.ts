import { sql } from 'kysely'
import {
  type BindableEvent,
  fillParts,
  fillTemplate,
  type Template,
  type Values,
} from '#features/messaging/templates/contract.ts'
import {
  type RecipientRow,
  recipientRow,
  recipientValues,
  templateOf,
} from '#features/messaging/templates/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import type { Mail } from '#kit/server/mail-content.ts'
import { mailTextOf } from '../delivery/announcement-mail.ts'

/** The text of a mail, from the template of its event. */
export type EventMailText = Pick<Mail, 'subject' | 'paragraphs' | 'formatted'>

/**
 * The texts of an event's own mails by the addresses of their recipients, from the first of these events that is bound
 * to an active template; undefined where none is, so the mails have their usual text. `values` are those of the event,
 * and others that count instead of a recipient's.
 */
export async function eventMailTexts(
  tx: Tx,
  { events, account, baseUrl }: { events: readonly BindableEvent[]; account: string; baseUrl: string },
  values: Values,
  emails: readonly string[],
): Promise<ReadonlyMap<string, EventMailText> | undefined> {
  const template = await boundTemplate(tx, events)
  if (!template) return undefined
  const parts = fillTemplate(template, {}, values)
  const { rows } = await sql<{ email: string; recipient: RecipientRow }>`
    select u.email, ${recipientRow(sql`array[${account}]::text[]`)} as recipient from users u where u.email = any(${[...emails]}::text[])`.execute(
    tx,
  )
  return new Map(
    rows.map(({ email, recipient }) => {
      const { title, message } = fillParts(parts, { ...recipientValues(recipient, new Date()), ...values })
      return [email, { subject: title, ...mailTextOf(message, baseUrl) }]
    }),
  )
}

async function boundTemplate(tx: Tx, events: readonly BindableEvent[]): Promise<Template | undefined> {
  const { rows } = await sql<{ id: string }>`
    select b.template_id::text as id from template_bindings b join templates t on t.id = b.template_id
    where b.event = any(${[...events]}::text[]) and t.enabled order by array_position(${[...events]}::text[], b.event) limit 1`.execute(
    tx,
  )
  return rows[0] && templateOf(tx, rows[0].id)
}

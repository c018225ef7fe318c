import { sql } from 'kysely'
import type { EventType } from '#kit/contract/event.ts'
import type { Tx } from '../database.ts'
import type { EventInput } from './event.ts'

/**
 * Writes an event that happened at that time already, without notifications: its data has `imported`, so that history
 * and audit show it and no mail or message follows.
 */
export async function recordHistoricalEvent<Type extends EventType>(
  tx: Tx,
  kind: Type,
  by: { readonly id: number; readonly fullName: string },
  { at, account = null, subject, data }: EventInput<Type> & { readonly at: Date },
): Promise<void> {
  await sql`
    insert into events (at, name, audience, subject, subject_id, account_id, actor_id, actor_name, data)
    values (${at}, ${kind.name}, ${kind.audience}, ${kind.subject}, ${subject == null ? null : String(subject)}, ${account},
      ${by.id}, ${by.fullName}, ${JSON.stringify({ ...data, imported: true })})`.execute(tx)
}

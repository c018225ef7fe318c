import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'

/**
 * Gives members of the stored messages about a subject other values, because a text in them was replaced or taken back.
 * `at` is the object that has the members; those that a message does not have are not added. Messages that were delivered
 * change too: they can be sent again.
 */
export async function restateDeliveries(
  tx: Tx,
  { accountId, subject }: { readonly accountId: number; readonly subject: string },
  { at, members }: { readonly at: readonly string[]; readonly members: Readonly<Record<string, unknown>> },
): Promise<void> {
  await sql`
    update webhook_deliveries d set body = jsonb_set(found.body, ${at}::text[], found.place || found.members)::text
    from webhooks w, webhook_deliveries s cross join lateral (
      select s.body::jsonb as body, s.body::jsonb #> ${at}::text[] as place, (
        select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(${JSON.stringify(members)}::jsonb)
        where s.body::jsonb #> ${at}::text[] ? key) as members) found
    where w.account_id = ${accountId} and s.webhook_id = w.id and s.subject = ${subject} and d.id = s.id
      and (found.place || found.members) is distinct from found.place`.execute(tx)
}

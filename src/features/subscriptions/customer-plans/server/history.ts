import { sql } from 'kysely'
import { accountEvents } from '#features/accounts/accounts/contract.ts'
import type { Database } from '#kit/server/database.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import { type SubscriptionChange, subscriptionChanged } from '../contract.ts'

/** A page of the changes of a subscription, among them limits that were set on the account. */
export async function historyOf(
  db: Database,
  { id, accountId }: { id: number; accountId: number },
  { page, size, descending }: { page: number; size: number; descending: boolean },
) {
  const where = sql`(subject, subject_id, name) in
    ((${subscriptionChanged.subject}, ${String(id)}, ${subscriptionChanged.name}),
     (${accountEvents.planChanged.subject}, ${String(accountId)}, ${accountEvents.planChanged.name}))`
  const [{ rows }, counted] = await Promise.all([
    sql<SubscriptionChange>`
      select id::text, ${isoSql('at')} as at, actor_name as by,
        coalesce(data->'changes', '{}') as changes
      from events where ${where} order by id ${sql.raw(descending ? 'desc' : 'asc')} limit ${size} offset ${page * size}`.execute(
      db,
    ),
    sql<{ count: number }>`select count(*) as count from events where ${where}`.execute(db),
  ])
  return { rows, total: { count: counted.rows[0]!.count }, lastUpdateTime: null }
}

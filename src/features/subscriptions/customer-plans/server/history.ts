import { sql } from 'kysely'
import { accountEvents, MAX_BYTES } from '#features/accounts/accounts/contract.ts'
import { facetValueJson } from '#features/accounts/accounts/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import { directionOf, findPage } from '#kit/server/list/find-page.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import { type SubscriptionChange, subscriptionChanged } from '../contract.ts'

type StoredSubscription = { readonly id: number; readonly accountId: number }

/** The condition for the events that changed a subscription. */
const changesOf = ({ id, accountId }: StoredSubscription) => sql`(subject, subject_id, name) in
  ((${subscriptionChanged.subject}, ${String(id)}, ${subscriptionChanged.name}),
   (${accountEvents.planChanged.subject}, ${String(accountId)}, ${accountEvents.planChanged.name}))`

/** A page of the changes of a subscription, among them limits that were set on the account. */
export async function historyOf(
  db: Database,
  { id, accountId }: StoredSubscription,
  { page, size, descending }: { page: number; size: number; descending: boolean },
) {
  const where = changesOf({ id, accountId })
  return findPage(db, {
    page,
    size,
    rows: sql<SubscriptionChange>`
      select id::text, ${isoSql('at')} as at, actor_name as by,
        coalesce(data->'changes', '{}') as changes
      from events where ${where} order by id ${directionOf(descending)}`,
    of: sql`from events where ${where}`,
  })
}

/** The terms at the end of a day: the current ones, without what changed after it. */
export async function termsOn(
  db: Database,
  subscription: StoredSubscription,
  day: string,
): Promise<Record<string, unknown>> {
  const [current, changes] = await Promise.all([
    sql<{ terms: Record<string, unknown> }>`
      select jsonb_build_object('plan', p.name, 'freeTrial', s.free_trial, 'expirationDate', s.expiration_date, 'contractStartDate', s.contract_start_date,
        'contractLength', s.contract_length, 'cmNumber', s.cm_number, 'contractValue', s.contract_value, 'currency', s.currency, 'quoteUrl', s.quote_url,
        'additionalFeatures', s.additional_features, 'showToCustomer', s.show_to_customer)
        || coalesce((select jsonb_object_agg(f.name, ${sql.raw(facetValueJson('o'))}) from facet_overrides o join facets f on f.id = o.facet_id
          where o.account_id = s.account_id), '{}') as terms
      from subscriptions s left join plans p on p.id = s.plan_id where s.id = ${subscription.id}`.execute(db),
    sql<{ changes: Record<string, readonly [unknown, unknown]> }>`
      select coalesce(data->'changes', '{}') as changes from events where ${changesOf(subscription)}
        and at >= (${day}::date + 1)::timestamp at time zone (select time_zone from accounts where id = ${subscription.accountId}) order by id desc`.execute(
      db,
    ),
  ])
  const terms = { ...current.rows[0]!.terms }
  for (const { changes: later } of changes.rows)
    for (const [field, [before]] of Object.entries(later)) terms[field === 'storage' ? MAX_BYTES : field] = before
  return terms
}

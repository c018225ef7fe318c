import { type RawBuilder, sql } from 'kysely'
import { isVendor } from '#features/access/roles/contract.ts'
import { facetValueJson } from '#features/accounts/accounts/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { Session } from '#kit/server/session.ts'
import { isoJson } from '#kit/server/sql-text.ts'
import { visibleIn } from '#kit/server/visible.ts'
import {
  type CustomerPlanDetail,
  type EffectiveService,
  readSubscriptions,
  reminderDays,
  subscriptionProblems,
} from '../contract.ts'
import { subscriptionJson, subscriptionSources } from './subscription-json.ts'

/** The condition for the subscriptions that a session sees: a customer's only where it is shown to the customer. */
export function subscriptionSeen(session: Session): RawBuilder<unknown> {
  const staff = isVendor(session.actor)
  return sql`a.deleted_at is null and ${visibleIn(session, readSubscriptions, 'a.id')}
    and ${staff ? sql`true` : sql`s.show_to_customer`}`
}

/** A stored subscription. */
export type StoredSubscription = {
  readonly id: number
  readonly accountId: number
  readonly account: string
}

/** The subscription of that id, if the session sees it. */
export async function findSubscription(
  db: Database | Tx,
  session: Session,
  id: string,
  { lock = false } = {},
): Promise<StoredSubscription> {
  const { rows } = await sql<StoredSubscription>`
    select s.id, a.id as "accountId", a.name as account from subscriptions s join accounts a on a.id = s.account_id
    where s.id = ${Number(id)} and ${subscriptionSeen(session)} ${lock ? sql`for update of s` : sql``}`.execute(db)
  return rows[0] ?? throwProblem(subscriptionProblems['subscription-not-found'])
}

const value = (row: string) => `case when ${row}.facet_id is null then null else ${facetValueJson(row)} end`
const servicesJson = `(select coalesce(json_agg(json_build_object(
    'facet', json_build_object('name', f.name, 'category', f.category, 'subcategory', f.subcategory, 'valueType', f.value_type,
      'unit', f.unit, 'isLimit', f.is_limit),
    'planValue', ${value('v')}, 'override', ${value('o')}, 'effective', ${value('e')}) order by f.display_order, f.id), '[]')
  from facets f left join plan_facets v on v.plan_id = s.plan_id and v.facet_id = f.id
    left join facet_overrides o on o.account_id = s.account_id and o.facet_id = f.id
    left join effective_facets e on e.account_id = s.account_id and e.facet_id = f.id)`

const remindersJson = `(select coalesce(json_agg(json_build_object('threshold', t, 'day', s.expiration_date - t,
    'sent', ${isoJson('r.sent_at')}) order by t desc), '[]')
  from unnest(array[${reminderDays.join(', ')}]) t left join subscription_reminders r
    on r.subscription_id = s.id and r.expiration_date = s.expiration_date and r.threshold = t
  where s.expiration_date is not null and s.plan_id is not null)`

/** A subscription with its services and reminders, as staff or the customer reads it. */
export async function subscriptionDetail(db: Database | Tx, session: Session, id: number): Promise<CustomerPlanDetail> {
  const staff = isVendor(session.actor)
  const { rows } = await sql<{ found: CustomerPlanDetail }>`
    select ${subscriptionJson({ staff, more: `, 'services', ${servicesJson}, 'reminders', ${remindersJson}` })} as found
    from ${subscriptionSources} where s.id = ${id}`.execute(db)
  return rows[0] ? rows[0].found : throwProblem(subscriptionProblems['subscription-not-found'])
}

/** The value of each service for an account. */
export async function effectiveServices(db: Database | Tx, id: number): Promise<EffectiveService[]> {
  const { rows } = await sql<{ services: EffectiveService[] }>`
    select ${sql.raw(servicesJson)} as services from subscriptions s where s.id = ${id}`.execute(db)
  return rows[0]!.services
}

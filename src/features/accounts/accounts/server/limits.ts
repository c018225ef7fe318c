import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { quotaRejections } from '#kit/server/request-metrics.ts'
import { effectiveLimit, lockSubscription } from './facet-overrides.ts'

/** A limit of an account that is used up, for the text of the rejection. */
export type ReachedLimit = {
  readonly account: string
  readonly service: string
  readonly used: number
  readonly limit: number
  /** The customer-success manager by name. */
  readonly contact: string
}
/** A used-up limit of a day or month. */
export type ReachedPeriod = ReachedLimit & {
  /** The first day of the next period in the account's time zone. */
  readonly resets: string
  readonly zone: string
  /** Seconds until then. */
  readonly seconds: number
}

const facts = sql`a.display_name as account, f.subcategory as service, coalesce(m.full_name, 'your customer success manager') as contact`
const sources = sql`accounts a left join users m on m.id = a.csm_id cross join facets f`

/**
 * The limit that is exceeded after an addition; undefined = it fits. `used` counts the use, the addition included. In the
 * transaction of the addition, with `lock`, others in the account and changes of its limit wait, so that the last one is
 * taken once.
 */
export async function limitExceeded(
  db: Database | Tx,
  accountId: number,
  counted: { facet: string; used: () => Promise<number>; added?: number; lock?: Tx },
): Promise<ReachedLimit | undefined> {
  const { facet, used, added = 1, lock } = counted
  if (lock) await lockSubscription(lock, accountId)
  const count = await used()
  const { rows } = await sql<ReachedLimit>`
    select ${facts}, ${count - added}::float8 as used, l."limit" from ${sources}
      cross join lateral (select ${effectiveLimit(accountId, facet)} as "limit") l
    where a.id = ${accountId} and f.name = ${facet} and ${count} > l."limit"`.execute(db)
  if (rows[0]) countRejection(facet)
  return rows[0]
}

/**
 * Counts one use in the current day or month of the account. Undefined = it was counted; otherwise the limit is used up
 * and nothing was counted. `at` is the time of the use, now where it is absent.
 */
export async function takeUse(
  db: Database | Tx,
  accountId: number,
  { facet, period, at }: { facet: string; period: 'day' | 'month'; at?: Date },
): Promise<ReachedPeriod | undefined> {
  const time = at ? sql`${at}::timestamptz` : sql`now()`
  const { rows } = await sql<ReachedPeriod & { taken: boolean }>`
    with held as (
      select a.id, ${facts}, a.time_zone as zone, ${effectiveLimit(sql`a.id`, facet)} as "limit",
        date_trunc(${period}, ${time} at time zone a.time_zone)::date as start
      from ${sources} where a.id = ${accountId} and f.name = ${facet}),
    taken as (
      insert into facet_uses (account_id, facet, period_start, used) select id, ${facet}, start, 1 from held where "limit" is null or "limit" > 0
      on conflict (account_id, facet, period_start) do update set used = facet_uses.used + 1
        where facet_uses.used < coalesce((select "limit" from held), ${Number.MAX_SAFE_INTEGER})
      returning used)
    select account, service, contact, zone, "limit", "limit" as used, (start + ${`1 ${period}`}::interval)::date::text as resets,
      ceil(extract(epoch from (start + ${`1 ${period}`}::interval) at time zone zone - ${time}))::int as seconds,
      exists (select from taken) as taken from held`.execute(db)
  const found = rows[0]
  if (!found || found.taken) return undefined
  countRejection(facet)
  return found
}

/** The quota is the second part of the facet's name: users, deployments, storage, downloads, api. */
function countRejection(facet: string): void {
  quotaRejections.inc({ quota: facet.split('-')[1] ?? facet })
}

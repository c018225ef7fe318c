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

/** A use that counts in a day or month of the account's time zone, and the facet that limits it. */
export type CountedUse = { readonly facet: string; readonly period: 'day' | 'month'; readonly at?: Date }
/** The period in which uses were counted (`taken`) or did not fit. */
export type TakenUses = ReachedPeriod & {
  readonly taken: boolean
  /** The first day of the period in the account's time zone. */
  readonly start: string
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
  use: { facet: string; used: () => Promise<number>; added?: number; lock?: Tx },
): Promise<ReachedLimit | undefined> {
  const { facet, used: readUsed, added: addedCount = 1, lock } = use
  if (lock) await lockSubscription(lock, accountId)
  const count = await readUsed()
  const { rows } = await sql<ReachedLimit>`
    select ${facts}, ${count - addedCount}::float8 as used, l."limit" from ${sources}
      cross join lateral (select ${effectiveLimit(accountId, facet)} as "limit") l
    where a.id = ${accountId} and f.name = ${facet} and ${count} > l."limit"`.execute(db)
  if (rows[0]) countRejection(facet)
  return rows[0]
}

/**
 * Counts uses in the current day or month of the account, all of `count` or none. They are counted if, with `spare`, that
 * many times as many still fit in the limit. Undefined = the account does not exist. `at` is the time of the uses, now
 * where it is absent.
 */
export async function takeUses(
  db: Database | Tx,
  accountId: number,
  { facet, period, at, count = 1, spare = 1 }: CountedUse & { count?: number; spare?: number },
): Promise<TakenUses | undefined> {
  const time = at ? sql`${at}::timestamptz` : sql`now()`
  const { rows } = await sql<TakenUses>`
    with held as (
      select a.id, ${facts}, a.time_zone as zone, coalesce(${effectiveLimit(sql`a.id`, facet)}, ${Number.MAX_SAFE_INTEGER}) as "limit",
        date_trunc(${period}, ${time} at time zone a.time_zone)::date as start
      from ${sources} where a.id = ${accountId} and f.name = ${facet}),
    taken as (
      insert into facet_uses (account_id, facet, period_start, used)
      select id, ${facet}, start, ${count} from held where "limit" >= ${count * spare}
      on conflict (account_id, facet, period_start) do update set used = facet_uses.used + ${count}
        where facet_uses.used + ${count * spare} <= (select "limit" from held)
      returning used)
    select account, service, contact, zone, "limit", "limit" as used, start::text, (start + ${`1 ${period}`}::interval)::date::text as resets,
      ceil(extract(epoch from (start + ${`1 ${period}`}::interval) at time zone zone - ${time}))::int as seconds,
      exists (select from taken) as taken from held`.execute(db)
  if (rows[0] && !rows[0].taken && count === 1) countRejection(facet)
  return rows[0]
}

/** Takes back uses that were counted in the period that began on `start` and did not happen. */
export async function returnUses(
  db: Database | Tx,
  accountId: number,
  { facet, start, count }: { facet: string; start: string; count: number },
): Promise<void> {
  await sql`
    update facet_uses set used = used - ${count} where account_id = ${accountId} and facet = ${facet} and period_start = ${start}`.execute(
    db,
  )
}

/**
 * Counts one use in the current day or month of the account. Undefined = it was counted; otherwise the limit is used up
 * and nothing was counted.
 */
export async function takeUse(
  db: Database | Tx,
  accountId: number,
  use: CountedUse,
): Promise<ReachedPeriod | undefined> {
  const periodUse = await takeUses(db, accountId, use)
  return periodUse?.taken ? undefined : periodUse
}

/** The quota is the second part of the facet's name: users, deployments, storage, downloads, api. */
function countRejection(facet: string): void {
  quotaRejections.inc({ quota: facet.split('-')[1] ?? facet })
}

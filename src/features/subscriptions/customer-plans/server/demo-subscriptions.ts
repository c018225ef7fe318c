import { sql } from 'kysely'
import { MAX_BYTES, MAX_DEPLOYMENTS, MAX_USERS } from '#features/accounts/accounts/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import plans from './demo-data/plans.json' with { type: 'json' }

/** Accounts of the demo whose subscription expires soon, has expired, or is a trial: days from today. */
const special: Readonly<Record<string, { days: number; trial?: true }>> = {
  rhonalys: { days: 12 },
  'saltmarsh-tv': { days: -6 },
  'juniper-flats': { days: 21, trial: true },
}
/** It has one deployment more than its limit. */
const OVER_CAP = 'juniper-flats'
/** The customer's own limits: seats that are nearly taken, and storage in MB. */
const SEATS = 12
const STORAGE_MB = 500
/** Contract value of a modem and year in cents, by plan. */
const PRICES = { connected: 0, essentials: 62, enterprise: 118 }

/** Modems of the contract for each one that there is, and the days with a count. */
const HEADROOM = 1.05
const COUNTED_DAYS = 75

/** Gives the operators of the demo their plans and contracts; the customer has limits of its own. */
export async function makeDemoSubscriptions(tx: Tx, customer: string): Promise<void> {
  const demoPlans = Object.entries(plans).map(([account, plan]) => ({ account, plan, ...special[account] }))
  await sql`
    update subscriptions s set plan_id = p.id, free_trial = coalesce(w.trial, false),
      period_start = current_date - 40 - (a.id % 200)::int, contract_start_date = date_trunc('month', current_date - 400 - (a.id % 300)::int)::date,
      expiration_date = (now() at time zone a.time_zone)::date + coalesce(w.days, 90 + (a.id * 37 % 700)::int),
      contract_length = case p.name when 'enterprise' then 3 when 'essentials' then 2 else 1 end, cm_number = ceil(coalesce(d.modems, 0) * ${HEADROOM}::numeric / 1000) * 1000,
      contract_value = round(coalesce(d.modems, 0) * (${JSON.stringify(PRICES)}::jsonb->>p.name)::int * case p.name when 'enterprise' then 3 else 2 end, -5),
      currency = case a.region when 'EMEA' then 'EUR' else 'USD' end,
      quote_url = case when p.pricing = 'PAID' then 'https://quotes.example/' || a.project_key end
    from jsonb_to_recordset(${JSON.stringify(demoPlans)}::jsonb) as w(account text, plan text, days int, trial boolean)
      join accounts a on a.name = w.account join plans p on p.name = w.plan
      left join (select account_id, sum(modems + onus) as modems from deployments where not exclude_from_total_cm_count group by 1) d on d.account_id = a.id
    where s.account_id = a.id`.execute(tx)
  await sql`
    insert into facet_overrides (account_id, facet_id, number_value)
    select a.id, f.id, case f.name when ${MAX_USERS} then ${SEATS}::bigint else ${STORAGE_MB * 1024 ** 2}::bigint end
    from accounts a, facets f where a.name = ${customer} and f.name in (${MAX_USERS}, ${MAX_BYTES})`.execute(tx)
  await sql`
    insert into facet_overrides (account_id, facet_id, number_value)
    select a.id, f.id, greatest(count(d.id) - 1, 0) from accounts a cross join facets f left join deployments d on d.account_id = a.id
    where a.name = ${OVER_CAP} and f.name = ${MAX_DEPLOYMENTS} group by a.id, f.id`.execute(tx)
  await countPastModems(tx)
}

/** The nightly counts of the past, so that the first page has a forecast: they grow, unevenly. */
async function countPastModems(tx: Tx): Promise<void> {
  await sql`
    insert into modem_counts (account_id, day, contracted, counted)
    select s.account_id, (now() at time zone a.time_zone)::date - ago, s.cm_number,
      round(d.modems * (1 - (0.0003 + 0.0001 * (a.id % 9)) * ago + 0.001 * sin(a.id + ago)))
    from subscriptions s join accounts a on a.id = s.account_id
      join (select account_id, sum(modems + onus) as modems from deployments where not exclude_from_total_cm_count group by 1) d on d.account_id = a.id
      cross join generate_series(1, ${COUNTED_DAYS}::int) as ago
    where d.modems > 0`.execute(tx)
}

import { sql } from 'kysely'
import { isoJson } from '#kit/server/sql-text.ts'
import { SOON_DAYS } from '../contract.ts'

/** The tables that subscriptions are read from. */
export const subscriptionSources = sql`subscriptions s join accounts a on a.id = s.account_id
  left join plans p on p.id = s.plan_id left join users m on m.id = a.csm_id`

const withAccount = sql`join lateral (select * from accounts a where a.id = s.account_id offset 0) a on true
  left join plans p on p.id = s.plan_id left join users m on m.id = a.csm_id`

/**
 * The same where the conditions find few subscriptions: their accounts are found by id, one by one, instead of by
 * reading all accounts.
 */
export const fewSubscriptionSources = sql`subscriptions s ${withAccount}`

/** The subscriptions of the ids of `page`. */
export const subscriptionsOfPage = sql`join lateral (select * from subscriptions s where s.id = page.id offset 0) s on true ${withAccount}`

/** Today in the time zone of the account. */
const today = `(now() at time zone a.time_zone)::date`
/** SQL of the days that remain after today; null without an expiration date. */
export const daysLeftSql = `s.expiration_date - ${today}`

/** SQL of the state of `subscriptions s` with `accounts a`. */
export const stateSql = `case when s.plan_id is null then 'NONE' when s.expiration_date < ${today} then 'EXPIRED'
  when s.free_trial then 'TRIAL' when ${daysLeftSql} < ${SOON_DAYS} then 'EXPIRES_SOON' else 'ACTIVE' end`

/** SQL of whether it expires in 30 days. The two dates around find it by the index, whatever the time zone. */
export const expiringSql = `s.plan_id is not null and s.expiration_date between current_date - 1 and current_date + ${SOON_DAYS + 1}
  and ${daysLeftSql} between 0 and ${SOON_DAYS - 1}`

const period = (
  name: string,
  when: string,
) => `case when ${when} and s.period_start is not null and p.${name}_amount is not null
  then json_build_object('amount', p.${name}_amount, 'unit', p.${name}_unit, 'fromDate', s.period_start,
    'toDate', ${periodEnd('s.period_start', `p.${name}_amount`, `p.${name}_unit`)}) end`

/** SQL of the last day of a period that begins on a day. */
export function periodEnd(start: string, amount: string, unit: string): string {
  return `(${start} + (${amount} || ' ' || ${unit})::interval - interval '1 day')::date`
}

/** A subscription as JSON text; contract value, quote and revenue for staff alone. */
export function subscriptionJson({ staff, more = '' }: { staff: boolean; more?: string }) {
  const own = (column: string) => (staff ? column : 'null')
  const arr = `s.contract_value::float8 / s.contract_length`
  return sql.raw(`json_build_object('id', s.id::text, 'accountId', a.id::text, 'account', a.name, 'accountDisplayName', a.display_name,
    'csm', case when m.id is null then null else json_build_object('id', m.id::text, 'username', m.email, 'fullName', m.full_name) end,
    'plan', case when p.id is null then null else json_build_object('id', p.id::text, 'name', p.name, 'pricing', p.pricing, 'headerColour', p.header_colour) end,
    'freeTrial', s.free_trial, 'expirationDate', s.expiration_date, 'contractStartDate', s.contract_start_date,
    'contractLength', s.contract_length, 'cmNumber', s.cm_number, 'contractValue', ${own('s.contract_value')}, 'currency', ${own('s.currency')},
    'quoteUrl', ${own('s.quote_url')}, 'additionalFeatures', s.additional_features, 'showToCustomer', s.show_to_customer,
    'freeTrialPeriod', ${period('trial', 's.free_trial')}, 'paidSubscriptionPeriod', ${period('paid', 'not s.free_trial')},
    'state', ${stateSql}, 'daysLeft', ${daysLeftSql}, 'arr', ${own(arr)}, 'mrr', ${own(`${arr} / 12`)},
    'updated', ${isoJson('s.updated_at')}, 'version', s.version${more})`)
}

import { sql } from 'kysely'
import type { AccountStep } from '#features/onboarding/account-requests/server/index.ts'
import { slaHoursEdited } from '#features/support/sla-clocks/contract.ts'
import { followPlan } from '#features/support/sla-clocks/server/index.ts'
import { fromTo, recordEvent } from '#kit/server/events/event.ts'
import { subscriptionChanged } from '../contract.ts'
import { periodEnd } from './subscription-json.ts'

/**
 * Gives a new account the first plan that is the default of its stage, as a trial where the plan has one. An account
 * that has a plan keeps it, and without a default plan it gets none.
 */
export const giveDefaultSubscription: AccountStep = async (tx, accountId, actor) => {
  const today = `(now() at time zone a.time_zone)::date`
  const name = 'case when p.trial_amount is null then p.paid_amount else p.trial_amount end'
  const unit = 'case when p.trial_amount is null then p.paid_unit else p.trial_unit end'
  const { rows } = await sql<{ id: number; plan: string; trial: boolean; expires: string | null }>`
    update subscriptions s set plan_id = p.id, free_trial = p.trial_amount is not null, period_start = ${sql.raw(today)},
      expiration_date = ${sql.raw(periodEnd(today, `(${name})`, `(${unit})`))}, version = s.version + 1, updated_at = clock_timestamp()
    from accounts a cross join lateral (
      select * from plans where a.stage = any(default_stages) order by display_order, id limit 1) p
    where s.account_id = ${accountId} and a.id = s.account_id and s.plan_id is null
    returning s.id, p.name as plan, s.free_trial as trial, s.expiration_date::text as expires`.execute(tx)
  const [newSubscription] = rows
  if (!newSubscription) return
  const changes = {
    plan: fromTo(null, newSubscription.plan),
    freeTrial: fromTo(false, newSubscription.trial),
    expirationDate: fromTo(null, newSubscription.expires),
  }
  await recordEvent(tx, subscriptionChanged, actor, {
    account: accountId,
    subject: newSubscription.id,
    data: { changes },
  })
  const slaPlan = await followPlan(tx, accountId, newSubscription.plan)
  if (slaPlan) await recordEvent(tx, slaHoursEdited, actor, slaPlan)
}

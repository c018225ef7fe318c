import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import { defineJob, type Task, taskOf } from '#kit/server/job.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { reminderDays, subscriptionExpiring } from '../contract.ts'
import { type DueReminder, remindCsm } from './remind-csm.ts'

const actor = { userName: 'subscription reminders' }

/** Reminds of subscriptions that expire, trials too. Hourly, because each account has its own midnight. */
export function reminderTask(portal: AppContext): Task {
  return taskOf(defineJob('subscriptions.remind'), {
    cron: '11 * * * *',
    atStart: true,
    run: () => inTransaction(portal.db, (tx) => remind(tx, portal, new Date())),
  })
}

/**
 * Records the reminders that are due and not sent yet: of several that are due for a subscription the last one alone,
 * and none that was due before its expiration date was set. The row that says so is in the same transaction.
 */
export async function remind(tx: Tx, portal: Pick<AppContext, 'notifier' | 'publicUrl'>, at: Date): Promise<void> {
  const { rows } = await sql<DueReminder>`
    with due as (
      select s.id, s.account_id, a.name, a.display_name, a.csm_id, p.name as plan, s.expiration_date, today,
        (select min(t) from unnest(${[...reminderDays]}::int[]) t where s.expiration_date - t <= today) as threshold
      from subscriptions s join accounts a on a.id = s.account_id and a.deleted_at is null join plans p on p.id = s.plan_id
        cross join lateral (select (${at}::timestamptz at time zone a.time_zone)::date as today) day
      where s.expiration_date between ${at}::timestamptz::date - 62 and ${at}::timestamptz::date + 62),
    sent as (
      insert into subscription_reminders (subscription_id, expiration_date, threshold, sent_at)
      select due.id, due.expiration_date, threshold, ${at} from due join subscriptions s on s.id = due.id
      where threshold is not null and due.expiration_date - threshold >= s.expiration_set_on
      on conflict do nothing returning subscription_id)
    select due.id, due.account_id as "accountId", name as "accountName", display_name as account, plan, expiration_date::text as expires, threshold,
      expiration_date - today as "daysLeft", due.csm_id as "csmId", m.email as csm
    from due join sent on sent.subscription_id = due.id left join users m on m.id = due.csm_id order by due.id`.execute(
    tx,
  )
  for (const subscription of rows) {
    const { id, accountId, plan, expires, threshold, daysLeft } = subscription
    const data = { plan, expires, threshold, daysLeft }
    await recordEvent(tx, subscriptionExpiring, actor, { account: accountId, subject: id, data })
    await remindCsm(tx, portal, subscription)
  }
}

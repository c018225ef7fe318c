import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import { noUser, recordEvent } from '#kit/server/events/event.ts'
import { defineJob, type Task, taskOf } from '#kit/server/job.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { slaMonthClosed } from '../contract.ts'
import { makeRevisions } from './make-revision.ts'
import { countsNow, type MonthRef, readMonths } from './month-source.ts'

/** Months that are closed in one transaction. */
const BATCH = 100

/**
 * Stores the device counts of months that have ended, and closes each on its third day; both in the account's time
 * zone.
 */
export function closeMonthsTask({ db }: AppContext): Task {
  return taskOf(defineJob('support.close-sla-months'), {
    cron: '7 * * * *',
    atStart: true,
    async run() {
      await keepCounts(db)
      while ((await closeSome(db)) === BATCH);
    },
  })
}

/** The counts of the month that ended last, as the deployments have them at the first run after its end. */
async function keepCounts(db: Database): Promise<void> {
  await sql`
    insert into sla_months as s (account_id, month, time_zone, cn, non_cn, onu, counts_read_at)
    select a.id, to_char(date_trunc('month', now() at time zone a.time_zone) - interval '1 month', 'YYYY-MM'), a.time_zone, n.cn, n.non_cn, n.onu, now()
    from accounts a cross join lateral (${countsNow(sql`a.id`)}) n
    where a.deleted_at is null and a.created_at < date_trunc('month', now() at time zone a.time_zone) at time zone a.time_zone
    on conflict (account_id, month) do update set cn = excluded.cn, non_cn = excluded.non_cn, onu = excluded.onu,
      counts_read_at = excluded.counts_read_at, version = s.version + 1 where s.counts_read_at is null`.execute(db)
}

/** Closes some of the months that are due; two processes at once take different ones. */
async function closeSome(db: Database): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { rows: dueMonths } = await sql<MonthRef>`
      select account_id as "accountId", month from sla_months
      where closed_at is null and counts_read_at is not null and now() >= ((month || '-01')::timestamp + interval '1 month 2 days') at time zone time_zone
      order by month, account_id limit ${BATCH} for update skip locked`.execute(tx)
    await makeRevisions(tx, await readMonths(tx, dueMonths, { at: 'live' }), { userId: null, reason: null })
    for (const { accountId, month } of dueMonths)
      await recordEvent(tx, slaMonthClosed, noUser, { account: accountId, subject: month })
    return dueMonths.length
  })
}

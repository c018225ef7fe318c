import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { makeRevisions } from './make-revision.ts'
import { countsNow, type MonthRef, readMonths } from './month-source.ts'

/** Months that the demo world has closed already. */
const MONTHS = 12

/** Closes the past months of the demo's accounts, with some fewer devices the longer ago they are. */
export async function makeDemoSlaMonths(tx: Tx): Promise<void> {
  const { rows } = await sql<MonthRef>`
    insert into sla_months (account_id, month, time_zone, cn, cn_d31, non_cn, d31, onu, counts_read_at)
    select a.id, to_char(first - ago * interval '1 month', 'YYYY-MM'), a.time_zone, c.cn, c.cn * 7 / 10, c.non_cn, c.cn * 7 / 10 + c.non_cn / 4, c.onu,
      (first - (ago - 1) * interval '1 month') at time zone a.time_zone + interval '7 minutes'
    from accounts a cross join lateral (select date_trunc('month', now() at time zone a.time_zone) as first) f
      cross join lateral (${countsNow(sql`a.id`)}) n cross join generate_series(1, ${MONTHS}::int) ago
      cross join lateral (select n.cn * (1000 - 4 * ago) / 1000 as cn, n.non_cn * (1000 - 4 * ago) / 1000 as non_cn, n.onu * (1000 - 4 * ago) / 1000 as onu) c (cn, non_cn, onu)
    where a.deleted_at is null and n.cn + n.non_cn + n.onu > 0
      and now() >= (first - (ago - 1) * interval '1 month' + interval '2 days') at time zone a.time_zone
    returning account_id as "accountId", month`.execute(tx)
  await makeRevisions(tx, await readMonths(tx, rows, { at: 'live' }), { userId: null, reason: null })
  await sql`update sla_months set closed_at = ((month || '-01')::timestamp + interval '1 month 2 days') at time zone time_zone`.execute(
    tx,
  )
  await sql`update sla_revisions r set made_at = s.closed_at from sla_months s where s.account_id = r.account_id and s.month = r.month`.execute(
    tx,
  )
}

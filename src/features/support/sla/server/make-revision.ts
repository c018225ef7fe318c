import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { linesOf } from './month-receipt.ts'
import { type MonthRef, type MonthSource, readMonths } from './month-source.ts'
import { queueSigning } from './signed/sign-months.ts'

/** Whose change a revision is, and why. */
export type By = { readonly userId: number | null; readonly reason: string | null }

/**
 * Freezes months with their current outages, each in a new revision. The rows of the months are locked by the caller.
 */
export async function makeRevisions(tx: Tx, sources: readonly MonthSource[], { userId, reason }: By): Promise<void> {
  if (sources.length === 0) return
  const revisionRows = sources.map((source) => ({
    account_id: source.accountId,
    month: source.month,
    counts: source.counts,
    lines: linesOf(source),
  }))
  await sql`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(revisionRows)}::jsonb) as g (account_id bigint, month text, counts jsonb, lines jsonb)),
    made as (
      update sla_months s set revision = revision + 1, closed_at = coalesce(closed_at, clock_timestamp()), version = version + 1, updated_at = clock_timestamp()
      from given g where s.account_id = g.account_id and s.month = g.month returning s.account_id, s.month, s.revision
    )
    insert into sla_revisions (account_id, month, revision, made_at, made_by, reason, counts, lines)
    select account_id, month, made.revision, clock_timestamp(), ${userId}, ${reason}, g.counts, g.lines from made join given g using (account_id, month)`.execute(
    tx,
  )
  await queueSigning(tx)
}

/** What a month says of its outages: the minutes in it, and not what happens after its end or is only a text. */
function countedOf(source: MonthSource) {
  const [begins, ends] = [Date.parse(source.begins), Date.parse(source.ends)]
  return linesOf(source).map(
    ({ subject: _, product: __, issueUrl: ___, outageTime: ____, started, ended, ...line }) => ({
      ...line,
      started: Math.max(Date.parse(started), begins),
      ended: Math.min(ended === null ? ends : Date.parse(ended), ends),
    }),
  )
}

/**
 * Recounts the closed months whose lines a changed outage is in or belongs in; one that stays the same gets no
 * revision. `readBy` is asked when there is one.
 */
export async function recountMonthsOf(
  tx: Tx,
  { accountId, key, readBy }: { accountId: number; key: string; readBy: () => Promise<By> },
): Promise<MonthRef[]> {
  const { rows } = await sql<MonthRef>`
    select s.account_id as "accountId", s.month from sla_months s
    where s.account_id = ${accountId} and s.closed_at is not null and (
      exists (select 1 from sla_revisions r where r.account_id = s.account_id and r.month = s.month and r.revision = s.revision
        and r.lines @> ${JSON.stringify([{ key }])}::jsonb)
      or exists (select 1 from cases c join outages o on o.case_id = c.id where c.key = ${key}
        and o.started_at < ((s.month || '-01')::timestamp + interval '1 month') at time zone s.time_zone
        and coalesce(o.ended_at, now()) > (s.month || '-01')::timestamp at time zone s.time_zone))
    order by s.month for update`.execute(tx)
  if (rows.length === 0) return []
  const [now, before] = [await readMonths(tx, rows, { at: 'live' }), await readMonths(tx, rows, { at: 'latest' })]
  const changedMonths = now.filter((source) => {
    const monthBefore = before.find(({ month }) => month === source.month)
    return !isDeepStrictEqual(countedOf(source), monthBefore && countedOf(monthBefore))
  })
  if (changedMonths.length > 0) await makeRevisions(tx, changedMonths, await readBy())
  return changedMonths
}

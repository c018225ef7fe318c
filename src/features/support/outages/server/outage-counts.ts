import { sql } from 'kysely'
import { editOutages } from '#features/support/case-access/contract.ts'
import { eventTypeFor, lockedCase } from '#features/support/case-access/server/index.ts'
import { touchCase } from '#features/support/cases/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwFieldProblem } from '#kit/server/http-problem.ts'
import { type CommandContext, requirePermission } from '#kit/server/serve/request-context.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import { type addOutageCount, type OutageCount, outageCounted } from '../contract.ts'
import { outageOf } from './outage-store.ts'

/** Changes that one request returns. */
const MOST = 2_000
const MINUTE_MS = 60_000

/** The changes of the count between start and end of an outage, as they are now, oldest first. */
export async function countsOf(db: Database | Tx, caseId: number): Promise<OutageCount[]> {
  const { rows } = await sql<OutageCount>`
    select at, missing from (
      select ${isoSql('k.at')} as at, k.missing, k.at as moment, lag(k.missing) over (order by k.at) as before
      from outage_counts k join outages o using (case_id)
      where case_id = ${caseId} and k.at >= o.started_at and k.at <= coalesce(o.ended_at, 'infinity')
    ) n where before is distinct from missing order by moment desc limit ${MOST}`.execute(db)
  return rows.reverse()
}

/** Stores counts of an outage; those of the same moments are replaced. */
export async function storeCounts(
  tx: Tx,
  caseId: number,
  counts: readonly { readonly at: Date; readonly missing: number }[],
): Promise<void> {
  await sql`
    insert into outage_counts as k (case_id, at, missing)
    select ${caseId}, at, missing from unnest(${counts.map(({ at }) => at)}::timestamptz[], ${counts.map(({ missing }) => missing)}::int[]) g (at, missing)
    on conflict (case_id, at) do update set missing = excluded.missing where k.missing <> excluded.missing`.execute(tx)
}

/** Records a count that staff observed. */
export async function recordCount(call: CommandContext<typeof addOutageCount>): Promise<OutageCount> {
  const { tx, session, body } = call
  const storedCase = await lockedCase(tx, session, call.query.issueKey)
  requirePermission(call, editOutages, storedCase.account)
  const { started: startedAt, ended: endedAt, totalCmsAffected } = await outageOf(tx, storedCase.id, storedCase.key)
  const { missing, at = new Date().toISOString() } = body
  if (Date.parse(at) > Date.now() + MINUTE_MS) throwFieldProblem('at', 'must not be in the future')
  if (Date.parse(at) < Date.parse(startedAt)) throwFieldProblem('at', 'must not be before the start')
  if (endedAt !== null && Date.parse(at) > Date.parse(endedAt)) throwFieldProblem('at', 'must not be after the end')
  if (totalCmsAffected > 0 && missing > totalCmsAffected)
    throwFieldProblem('missing', `must be at most ${totalCmsAffected}, the modems affected`)
  await storeCounts(tx, storedCase.id, [{ at: new Date(at), missing }])
  await touchCase(tx, storedCase, session.userId)
  await call.record(eventTypeFor(storedCase, outageCounted), {
    account: storedCase.accountId,
    subject: storedCase.key,
    data: { caseId: storedCase.id, changes: { missingModems: [null, missing] } },
  })
  return { at: new Date(at).toISOString(), missing }
}

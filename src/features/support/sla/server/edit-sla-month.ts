import { sql } from 'kysely'
import { editSla } from '#features/support/case-access/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import { type CommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import { type editSlaStat, slaMonthEdited, slaProblems } from '../contract.ts'
import { makeRevisions } from './make-revision.ts'
import { receiptOf } from './month-receipt.ts'
import { type MonthRef, type MonthSource, readMonths } from './month-source.ts'
import { visibleMonth } from './visible-months.ts'

/** Recounts a month and edits its counts and lines with a reason. A closed month gets a new revision; earlier ones stay. */
export async function changeSlaMonth(call: CommandContext<typeof editSlaStat>) {
  const { tx, session, body } = call
  const month = visibleMonth(session, editSla, call.params.id)
  // The row exists from the first edit on, and two edits wait for each other here.
  await sql`
    insert into sla_months (account_id, month, time_zone, version) select id, ${month.month}, time_zone, 0 from accounts where id = ${month.accountId}
    on conflict do nothing`.execute(tx)
  await sql`select 1 from sla_months where account_id = ${month.accountId} and month = ${month.month} for update`.execute(
    tx,
  )
  const before = await oneMonth(tx, month)
  requireVersion(call, before.version)
  if (body.counts) await editCounts(tx, before, body.counts)
  await editLines(tx, before, call)
  await sql`update sla_months set version = version + 1, updated_at = clock_timestamp()
    where account_id = ${month.accountId} and month = ${month.month}`.execute(tx)
  if (before.closedAt !== null)
    await makeRevisions(tx, [await oneMonth(tx, month)], { userId: session.userId, reason: body.reason })
  await call.record(slaMonthEdited, {
    account: month.accountId,
    subject: month.month,
    data: {
      reason: body.reason,
      ...(body.counts ? { counts: body.counts } : {}),
      outages: (body.outages ?? []).map(({ key }) => key),
    },
  })
  const [source] = await readMonths(tx, [month], { at: 'latest' })
  const receipt = receiptOf(source!)
  return respond(receipt, { headers: { etag: etagOf(receipt.version) } })
}

async function oneMonth(tx: Tx, month: MonthRef): Promise<MonthSource> {
  const [source] = await readMonths(tx, [month], { at: 'live' })
  return source ?? throwProblem(slaProblems['sla-stat-not-found'])
}

type Body = CommandContext<typeof editSlaStat>['body']

/** Counts are stored at the end of the month; those of a running month are the deployments'. */
async function editCounts(tx: Tx, { accountId, month, over }: MonthSource, counts: NonNullable<Body['counts']>) {
  if (!over) throwProblem(slaProblems['sla-counts-not-read'])
  const { cn, cnD31, nonCn, d31, onu } = counts
  if (cnD31 !== null && cnD31 > cn) throwFieldProblem('counts.cnD31', 'must be at most the CN modems')
  if (d31 !== null && (d31 > cn + nonCn || d31 < (cnD31 ?? 0)))
    throwFieldProblem('counts.d31', 'must be at most all modems, and at least those on CN')
  await sql`
    update sla_months set cn = ${cn}, cn_d31 = ${cnD31}, non_cn = ${nonCn}, d31 = ${d31}, onu = ${onu}, counts_read_at = coalesce(counts_read_at, clock_timestamp())
    where account_id = ${accountId} and month = ${month}`.execute(tx)
}

async function editLines(tx: Tx, { accountId, month, live }: MonthSource, call: CommandContext<typeof editSlaStat>) {
  const edits = call.body.outages ?? []
  edits.forEach(({ key, totalCmsAffectedCounted }, index) => {
    const line = live?.find((one) => one.key === key)
    if (!line) throwFieldProblem(`outages.${index}.key`, `must be an outage of ${month}`)
    if (totalCmsAffectedCounted !== null && totalCmsAffectedCounted > line.totalCmsAffected)
      throwFieldProblem(`outages.${index}.totalCmsAffectedCounted`, `must be at most ${line.totalCmsAffected}`)
  })
  if (edits.length === 0) return
  await sql`
    insert into sla_line_edits (account_id, month, case_id, excluded, counted_modems, reason, edited_by, edited_at)
    select ${accountId}, ${month}, c.id, e.excluded, e.modems, ${call.body.reason}, ${call.session.userId}, clock_timestamp()
    from unnest(${edits.map(({ key }) => key)}::text[], ${edits.map(({ excludedBecause }) => excludedBecause)}::text[],
      ${edits.map((edit) => edit.totalCmsAffectedCounted)}::int[]) e (key, excluded, modems) join cases c on c.key = e.key`.execute(
    tx,
  )
}

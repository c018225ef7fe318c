import { sql } from 'kysely'
import { createCases } from '#features/support/case-access/contract.ts'
import { lockedCase } from '#features/support/case-access/server/index.ts'
import { fileCase } from '#features/support/cases/server/index.ts'
import { fillText } from '#kit/contract/problem.ts'
import type { Tx } from '#kit/server/database.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import { type CommandContext, requirePermission } from '#kit/server/serve/request-context.ts'
import { type disputeSlaLine, readSla, slaLineDisputed, slaProblems } from '../contract.ts'
import { serverTexts } from '../texts.ts'
import { receiptOf } from './month-receipt.ts'
import { type MonthRef, readMonths } from './month-source.ts'
import { visibleMonth } from './visible-months.ts'

/** Opens the case of a disputed line. The lock of the outage's case lets two disputes of one line wait for each other. */
export async function disputeLine(call: CommandContext<typeof disputeSlaLine>) {
  const { tx, session, body } = call
  const month = visibleMonth(session, readSla, call.params.id)
  const source = await newestRevision(tx, month)
  requirePermission(call, createCases, source.account)
  const line = receiptOf(source).outages.find(({ key }) => key === body.key)
  if (!line) throwFieldProblem('key', `must be an outage of ${month.month}`)
  const outage = await lockedCase(tx, session, line.key)
  await requireNoOpenDispute(tx, month, outage.id)
  const about = { key: line.key, month: month.month }
  const filedCase = await fileCase(call, source.account, {
    subject: fillText(serverTexts.disputeSubject, about),
    description: `${fillText(serverTexts.disputeText, about)}\n\n${body.reason}`,
    priority: 'MEDIUM',
    type: 'CASE',
    labels: ['sla-dispute'],
    keepsDraft: true,
  })
  await sql`
    insert into sla_disputes (case_id, account_id, month, outage_id, reason, opened_by, opened_at)
    values (${filedCase.id}, ${month.accountId}, ${month.month}, ${outage.id}, ${body.reason}, ${session.userId}, clock_timestamp())`.execute(
    tx,
  )
  await call.record(slaLineDisputed, {
    account: month.accountId,
    subject: month.month,
    data: { key: line.key, dispute: filedCase.key },
  })
  return receiptOf(await newestRevision(tx, month))
}

async function newestRevision(tx: Tx, month: MonthRef) {
  const [source] = await readMonths(tx, [month], { at: 'latest' })
  return source ?? throwProblem(slaProblems['sla-stat-not-found'])
}

async function requireNoOpenDispute(tx: Tx, { accountId, month }: MonthRef, outageId: number): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    select c.key from sla_disputes i join cases c on c.id = i.case_id
    where i.account_id = ${accountId} and i.month = ${month} and i.outage_id = ${outageId} and c.is_open limit 1`.execute(
    tx,
  )
  if (rows[0]) throwProblem(slaProblems['sla-line-disputed'], { key: rows[0].key })
}

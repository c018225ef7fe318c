import { sql } from 'kysely'
import * as z from 'zod/mini'
import { convertCases } from '#features/support/case-access/contract.ts'
import { closedMonths, eventTypeFor, lockedCase } from '#features/support/case-access/server/index.ts'
import { changedCasePage, markOutage } from '#features/support/cases/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { type EventActor, fromTo, noUser, recordEvent } from '#kit/server/events/event.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { addJob, defineJob, type Task, taskOf } from '#kit/server/job.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { type CommandContext, requirePermission } from '#kit/server/serve/request-context.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { type convertToOutage, outageConverted, outageProblems, outageQueued } from '../contract.ts'
import { storeCounts } from './outage-counts.ts'
import { requireValidOutage, vendorByDefault } from './outage-rules.ts'

const CONVERSION = defineJob('support.convert-to-outage', { caseId: z.number() })

/** Queues the conversion of a case; the row lock lets one of many at once through, the others are 409. */
export async function queueConversion(call: CommandContext<typeof convertToOutage>) {
  const { tx, session } = call
  const body = call.body ?? {}
  const storedCase = await lockedCase(tx, session, call.query.issueKey)
  requirePermission(call, convertCases, storedCase.account)
  const { key } = storedCase
  if (storedCase.type === 'OUTAGE') throwProblem(outageProblems['already-an-outage'], { key })
  if (storedCase.type !== 'CASE' || !storedCase.open || storedCase.internal)
    throwProblem(outageProblems['case-not-convertible'], { key })
  const running = await sql`select 1 from outages where case_id = ${storedCase.id}`.execute(tx)
  if (running.rows[0]) throwProblem(outageProblems['conversion-running'], { key })
  const createdRow = await sql<{ at: Date }>`select created_at as at from cases where id = ${storedCase.id}`.execute(tx)
  const fields = {
    started: body.started ?? new Date(createdRow.rows[0]!.at).toISOString(),
    ended: body.ended ?? null,
    totalCmsAffected: body.totalCmsAffected ?? 0,
    byFamily: body.byFamily ?? null,
  }
  await requireValidOutage(tx, storedCase.id, fields)
  await closedMonths.requireCorrection(call, { ...storedCase, times: [fields], correction: body.correction })
  const reason = body.reason ?? 'unknown'
  const vendor = body.isVendorIssue === undefined ? vendorByDefault(reason) : body.isVendorIssue
  await sql`
    insert into outages (case_id, requested_by, requested_by_name, started_at, ended_at, total_cms_affected, by_family, reason, is_vendor_issue, cmts_version, rpd_version, plan_of_action, correction)
    values (${storedCase.id}, ${session.userId}, ${session.actor.fullName}, ${fields.started}, ${fields.ended}, ${fields.totalCmsAffected},
      ${fields.byFamily === null ? null : JSON.stringify(fields.byFamily)}::jsonb, ${reason}, ${vendor}, ${body.cmtsVersion ?? null}, ${body.rpdVersion ?? null}, ${body.planOfAction ?? ''}, ${body.correction ?? null})`.execute(
    tx,
  )
  if (fields.totalCmsAffected > 0)
    await storeCounts(tx, storedCase.id, [{ at: new Date(fields.started), missing: fields.totalCmsAffected }])
  await call.record(outageQueued, { account: storedCase.accountId, subject: key, data: { caseId: storedCase.id } })
  await addJob(tx, CONVERSION, { caseId: storedCase.id }, { key: `${CONVERSION.name} ${storedCase.id}` })
  return changedCasePage(tx, session, key)
}

/** Converts queued cases. Repeated after a crash, it finds the case converted and has no further effect. */
export function conversionTask({ db }: AppContext): Task {
  return taskOf(CONVERSION, {
    run: ({ caseId }) => inTransaction(db, (tx) => convert(tx, caseId)),
  })
}

async function convert(tx: Tx, caseId: number): Promise<void> {
  const { rows } = await sql<{ by: number | null; name: string | null; correction: string | null }>`
    select requested_by as by, requested_by_name as name, correction from outages where case_id = ${caseId} and conversion <> 'DONE' for update`.execute(
    tx,
  )
  if (!rows[0]) return
  await sql`update outages set conversion = 'DONE', last_update_at = clock_timestamp() where case_id = ${caseId}`.execute(
    tx,
  )
  const was = await markOutage(tx, caseId)
  if (!was) return
  const { by, name, correction } = rows[0]
  const actor: EventActor = by !== null && name !== null ? { userId: by, userName: name } : noUser
  const status = was.status === 'NEW' || was.status === 'OPEN' ? { status: fromTo(was.status, 'IN_PROGRESS') } : {}
  await recordEvent(tx, eventTypeFor(was, outageConverted), actor, {
    account: was.accountId,
    subject: was.key,
    data: {
      caseId,
      changes: {
        type: fromTo('CASE', 'OUTAGE'),
        priority: fromTo(was.priority, 'CRITICAL'),
        ...status,
        ...(correction ? { correction: fromTo(null, correction) } : {}),
      },
    },
  })
}

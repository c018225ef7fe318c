import { sql } from 'kysely'
import { editOutages } from '#features/support/case-access/contract.ts'
import { closedMonths, eventTypeFor, lockedCase } from '#features/support/case-access/server/index.ts'
import { touchCase } from '#features/support/cases/server/index.ts'
import { changesOf } from '#kit/server/events/event.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { throwFieldProblem } from '#kit/server/http-problem.ts'
import { type CommandContext, requirePermission, requireVersion } from '#kit/server/serve/request-context.ts'
import { type editOutage, type Outage, outageEdited } from '../contract.ts'
import { storeCounts } from './outage-counts.ts'
import { requireValidOutage, vendorByDefault } from './outage-rules.ts'
import { outageOf } from './outage-store.ts'

/** What months count besides the times. */
const countedFields = ['totalCmsAffected', 'byFamily', 'isVendorIssue', 'reason'] as const

/** Changes the fields of an outage; a start or an end that was set already is corrected with a reason. */
export async function changeOutage(call: CommandContext<typeof editOutage>) {
  const { tx, session } = call
  const storedCase = await lockedCase(tx, session, call.params.key)
  requirePermission(call, editOutages, storedCase.account)
  await sql`select 1 from outages where case_id = ${storedCase.id} for update`.execute(tx)
  const before = await outageOf(tx, storedCase.id, storedCase.key)
  requireVersion(call, before.version)
  const { correction, ...fields } = call.body
  const givenFields: Partial<Outage> = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  )
  if (givenFields.reason && givenFields.reason !== before.reason && givenFields.isVendorIssue === undefined)
    givenFields.isVendorIssue = vendorByDefault(givenFields.reason)
  const after = { ...before, ...givenFields }
  const corrects =
    !sameTime(before.started, after.started) || (before.ended !== null && !sameTime(before.ended, after.ended))
  await requireValidOutage(tx, storedCase.id, after, before)
  const changes = changesOf(before, givenFields)
  const times = countedFields.some((field) => field in changes)
    ? [before, after]
    : closedMonths.timesBetween(before, after)
  await closedMonths.requireCorrection(call, { ...storedCase, times, correction })
  if (corrects && !correction?.trim()) throwFieldProblem('correction', 'is required: why is the time corrected?')
  if (Object.keys(changes).length === 0) return respond(before, { headers: { etag: etagOf(before.version) } })
  await sql`
    update outages set started_at = ${after.started}, ended_at = ${after.ended}, total_cms_affected = ${after.totalCmsAffected},
      by_family = ${after.byFamily === null ? null : JSON.stringify(after.byFamily)}::jsonb, reason = ${after.reason}, is_vendor_issue = ${after.isVendorIssue},
      cmts_version = ${after.cmtsVersion}, rpd_version = ${after.rpdVersion}, plan_of_action = ${after.planOfAction},
      version = version + 1, updated_at = clock_timestamp()
    where case_id = ${storedCase.id}`.execute(tx)
  // Of an outage that goes on, the number that staff enter is a count of this moment.
  if (after.ended === null && after.totalCmsAffected !== before.totalCmsAffected)
    await storeCounts(tx, storedCase.id, [{ at: new Date(), missing: after.totalCmsAffected }])
  await touchCase(tx, storedCase, session.userId)
  await call.record(eventTypeFor(storedCase, outageEdited), {
    account: storedCase.accountId,
    subject: storedCase.key,
    data: { caseId: storedCase.id, changes: { ...changes, ...(correction ? { correction: [null, correction] } : {}) } },
  })
  const outage = await outageOf(tx, storedCase.id, storedCase.key)
  return respond(outage, { headers: { etag: etagOf(outage.version) } })
}

function sameTime(one: string | null, other: string | null): boolean {
  return one === null || other === null ? one === other : Date.parse(one) === Date.parse(other)
}

import { sql } from 'kysely'
import { editOutages } from '#features/support/case-access/contract.ts'
import { eventTypeFor, lockedCase } from '#features/support/case-access/server/index.ts'
import { touchCase } from '#features/support/cases/server/index.ts'
import { outageOf } from '#features/support/outages/server/index.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import { type CommandContext, requirePermission, requireVersion } from '#kit/server/serve/request-context.ts'
import { type publishOutageReport, reportFields, reportProblems, reportPublished } from '../contract.ts'
import { serverTexts } from '../texts.ts'
import { reportFor, timeZoneOf } from './read-report.ts'
import { storedReport } from './report-store.ts'

/** Publishes the saved draft to the account, with the heading and the time zone that it has now. */
export async function publishReport(call: CommandContext<typeof publishOutageReport>) {
  const { tx, session } = call
  const storedCase = await lockedCase(tx, session, call.params.key)
  requirePermission(call, editOutages, storedCase.account)
  const { subject, accountDisplayName } = await outageOf(tx, storedCase.id, storedCase.key)
  const { draft, version } = await storedReport(tx, storedCase.id)
  requireVersion(call, version)
  if (!draft) throwProblem(reportProblems['outage-report-without-draft'], { key: storedCase.key })
  for (const field of reportFields) if (draft[field].trim() === '') throwFieldProblem(field, serverTexts.required)
  await sql`
    update outage_reports set published_at = date_trunc('milliseconds', clock_timestamp()), published_by = ${session.userId},
      subject = ${subject}, account_name = ${accountDisplayName}, time_zone = ${await timeZoneOf(tx, storedCase.id)}, version = version + 1
    where case_id = ${storedCase.id} and revision = ${draft.revision}`.execute(tx)
  await touchCase(tx, storedCase, session.userId)
  await call.record(eventTypeFor(storedCase, reportPublished), {
    account: storedCase.accountId,
    subject: storedCase.key,
    data: { caseId: storedCase.id, revision: draft.revision, byVendor: true },
  })
  const report = await reportFor(tx, session, storedCase)
  return respond(report, { headers: { etag: etagOf(report.version) } })
}

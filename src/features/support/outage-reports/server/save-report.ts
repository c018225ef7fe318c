import { sql } from 'kysely'
import { editOutages } from '#features/support/case-access/contract.ts'
import { lockedCase } from '#features/support/case-access/server/index.ts'
import { outageOf } from '#features/support/outages/server/index.ts'
import { changesOf } from '#kit/server/events/event.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { type CommandContext, requirePermission, requireVersion } from '#kit/server/serve/request-context.ts'
import { type ReportTexts, reportProblems, reportSaved, type saveOutageReport } from '../contract.ts'
import { isOver, reportFor } from './read-report.ts'
import { storedReport } from './report-store.ts'

const emptyTexts: ReportTexts = { what: '', who: '', times: '', cause: '', actions: '', prevention: '' }

/** Saves the draft; after a publication it is the next revision. The case's lock serialises writers. */
export async function saveReport(call: CommandContext<typeof saveOutageReport>) {
  const { tx, session, body } = call
  const storedCase = await lockedCase(tx, session, call.params.key)
  requirePermission(call, editOutages, storedCase.account)
  const outage = await outageOf(tx, storedCase.id, storedCase.key)
  const { draft, published: publishedReport, version } = await storedReport(tx, storedCase.id)
  requireVersion(call, version)
  if (!draft && !publishedReport && !isOver(outage))
    throwProblem(reportProblems['outage-not-over'], { key: storedCase.key })
  const revision = draft?.revision ?? (publishedReport?.revision ?? 0) + 1
  const { what, who, times, cause, actions, prevention } = body
  await sql`
    insert into outage_reports (case_id, revision, what, who, times, cause, actions, prevention, version)
    values (${storedCase.id}, ${revision}, ${what}, ${who}, ${times}, ${cause}, ${actions}, ${prevention}, ${version + 1})
    on conflict (case_id, revision) do update set what = excluded.what, who = excluded.who, times = excluded.times, cause = excluded.cause,
      actions = excluded.actions, prevention = excluded.prevention, version = excluded.version, updated_at = clock_timestamp()`.execute(
    tx,
  )
  const changes = changesOf(draft ?? publishedReport ?? emptyTexts, body)
  const about = { account: storedCase.accountId, subject: storedCase.key }
  await call.record(reportSaved, { ...about, data: { caseId: storedCase.id, revision, changes } })
  const report = await reportFor(tx, session, storedCase)
  return respond(report, { headers: { etag: etagOf(report.version) } })
}

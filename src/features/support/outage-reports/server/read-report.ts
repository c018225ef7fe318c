import { sql } from 'kysely'
import { openStatuses, seeInternal } from '#features/support/case-access/contract.ts'
import { readableCase, type StoredCase } from '#features/support/case-access/server/index.ts'
import type { Outage } from '#features/support/outages/contract.ts'
import { outageOf, publicEntries } from '#features/support/outages/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { hasPermission } from '#kit/server/has-permission.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { RequestContext } from '#kit/server/serve/request-context.ts'
import type { Session } from '#kit/server/session.ts'
import { type OutageReport, type ReportDraft, type readOutageReport, reportProblems } from '../contract.ts'
import { draftReport } from './draft-report.ts'
import { type StoredReport, storedReport } from './report-store.ts'

/** Most entries of a timeline that the first draft quotes. */
const QUOTED = 200

/** The published report; for staff the draft too, made now when none is saved and the outage is over. */
export async function readReport(db: Database, call: RequestContext<typeof readOutageReport>) {
  const storedCase = await readableCase(db, call.session, call.params.key)
  const report = await reportFor(db, call.session, storedCase)
  return respond(report, { headers: { etag: etagOf(report.version) } })
}

/** The report as this session reads it, else 404. */
export async function reportFor(db: Database | Tx, session: Session, storedCase: StoredCase): Promise<OutageReport> {
  const { key } = storedCase
  const outage = await outageOf(db, storedCase.id, key)
  const { published: publishedReport, version, publishedVersion, ...report } = await storedReport(db, storedCase.id)
  const staff = hasPermission(session, seeInternal, storedCase.account)
  const draft = staff
    ? await draftFor(db, storedCase, outage, { published: publishedReport, draft: report.draft })
    : null
  if (!publishedReport && !draft) throwProblem(reportProblems['outage-report-not-found'], { key })
  return { key, published: publishedReport, draft, version: staff ? version : publishedVersion }
}

/** Whether a report can be written: the outage has an end, or its case is settled. */
export function isOver({ open, status }: Outage): boolean {
  return !open || !openStatuses.includes(status)
}

async function draftFor(
  db: Database | Tx,
  { id, description }: StoredCase,
  outage: Outage,
  { draft, published }: Pick<StoredReport, 'draft' | 'published'>,
): Promise<ReportDraft | null> {
  if (draft || published || !isOver(outage)) return draft
  const entries = await publicEntries(db, sql`e.case_id = ${id}`, { page: 0, size: QUOTED, descending: false })
  const timeZone = await timeZoneOf(db, id)
  return { ...draftReport({ outage, description, entries, timeZone }), revision: 1, saved: false }
}

/** The time zone of the account of a case. */
export async function timeZoneOf(db: Database | Tx, caseId: number): Promise<string> {
  const { rows } = await sql<{ zone: string }>`
    select a.time_zone as zone from cases c join accounts a on a.id = c.account_id where c.id = ${caseId}`.execute(db)
  return rows[0]!.zone
}

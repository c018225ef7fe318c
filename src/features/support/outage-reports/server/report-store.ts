import { sql } from 'kysely'
import { userRefJson } from '#features/support/case-access/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { isoJson } from '#kit/server/sql-text.ts'
import type { PublishedReport, ReportDraft } from '../contract.ts'

/** A published revision with the heading that it had then. */
export type StoredPublished = PublishedReport & { readonly subject: string; readonly accountName: string }
/** The newest revision (a draft, or the published one), the newest published one, and the version of the newest. */
export type StoredReport = {
  readonly draft: ReportDraft | null
  readonly published: StoredPublished | null
  readonly version: number
  readonly publishedVersion: number
}

const texts = `'what', r.what, 'who', r.who, 'times', r.times, 'cause', r.cause, 'actions', r.actions, 'prevention', r.prevention, 'revision', r.revision`
const draftJson = `json_build_object(${texts}, 'saved', true)`
const publishedJson = `json_build_object(${texts}, 'publishedAt', ${isoJson('r.published_at')}, 'publishedBy', ${userRefJson('u')},
  'timeZone', r.time_zone, 'subject', r.subject, 'accountName', r.account_name)`

/** The report of a case that was read through the session's scope already. */
export async function storedReport(db: Database | Tx, caseId: number): Promise<StoredReport> {
  const { rows: drafts } = await sql<{ row: ReportDraft; version: number }>`
    select ${sql.raw(draftJson)} as row, r.version from outage_reports r
    where r.case_id = ${caseId} and r.published_at is null`.execute(db)
  const { rows: publishedRows } = await sql<{ row: StoredPublished; version: number }>`
    select ${sql.raw(publishedJson)} as row, r.version from outage_reports r join users u on u.id = r.published_by
    where r.case_id = ${caseId} and r.published_at is not null order by r.revision desc limit 1`.execute(db)
  const publishedVersion = publishedRows[0]?.version ?? 0
  return {
    draft: drafts[0]?.row ?? null,
    published: publishedRows[0]?.row ?? null,
    version: drafts[0]?.version ?? publishedVersion,
    publishedVersion,
  }
}

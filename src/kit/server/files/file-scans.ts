import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import type { FileCheck } from '#kit/contract/file-check.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { Database, Tx } from '../database.ts'
import { throwProblem } from '../http-problem.ts'
import { addJob, defineJob } from '../job.ts'

/** Name of the background task that has waiting files scanned. */
export const SCAN_FILES_TASK = defineJob('files.look', { times: z.optional(z.number()) })

/** New bytes wait for their scan, from the commit on; the job is created with it. */
export async function enqueueScan(tx: Tx, digest: string): Promise<void> {
  await sql`insert into file_scans (digest, state) values (${digest}, 'WAITING') on conflict do nothing`.execute(tx)
  // A separate key, so that uploads do not wait for each other's transactions; one job scans all that wait.
  await scheduleScan(tx, digest)
}

type FileToScan = { readonly digest: string; readonly name: string }

/**
 * What prevents the download of the first of these files; undefined when all of them may be downloaded. Found malware
 * comes first.
 */
export async function findBlockedFile(
  db: Database | Tx,
  files: readonly FileToScan[],
): Promise<{ readonly name: string; readonly found: string | null } | undefined> {
  const { rows } = await sql<{ digest: string; found: string | null }>`
    select digest, case when state = 'QUARANTINED' then finding end as found from file_scans
    where digest = any(${files.map(({ digest }) => digest)}::text[]) and state in ('WAITING', 'QUARANTINED') order by state limit 1`.execute(
    db,
  )
  const blockedRow = rows[0]
  return blockedRow && { name: files.find(({ digest }) => digest === blockedRow.digest)!.name, found: blockedRow.found }
}

/**
 * Rejects the download of a file that is quarantined (409) or still waits for its scan (423, Retry-After). The request
 * starts a scan at once: the scanning process may have died, or the scanner may be available again.
 */
export async function requireDownloadable(db: Database | Tx, files: readonly FileToScan[]): Promise<void> {
  const blockedFile = await findBlockedFile(db, files)
  if (!blockedFile) return
  const { name, found: malwareName } = blockedFile
  if (malwareName !== null) throwProblem(kitProblems['file-quarantined'], { name, found: malwareName })
  await scheduleScan(db, 'asked')
  throwProblem(kitProblems['file-being-checked'], { name }, { headers: { 'retry-after': '5' } })
}

/** The `FileCheck` of a digest as JSON, for a reply. */
export function fileCheckJson(digest: string): RawBuilder<FileCheck> {
  return sql`(select json_build_object('state', v.state, 'words', v.finding) from file_scans v
    where v.digest = ${sql.raw(digest)} and v.state in ('WAITING', 'QUARANTINED', 'UNSCANNABLE'))`
}

/**
 * Starts the scan of waiting files as soon as the caller's transaction is over; calls with the same `reason` are one.
 */
export async function scheduleScan(db: Database | Tx, reason = 'soon'): Promise<void> {
  await addJob(db, SCAN_FILES_TASK, {}, { key: `${SCAN_FILES_TASK.name} ${reason}` })
}

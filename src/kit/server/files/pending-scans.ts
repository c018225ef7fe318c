import { sql } from 'kysely'
import type { Database, Tx } from '../database.ts'

/** A file that this process is to scan. */
export type PendingFile = {
  readonly digest: string
  readonly state: 'WAITING' | 'EARLIER'
  readonly tries: number
}

/** Renewed during a scan, so that a dead process soon loses its file. */
const LEASE = '6 seconds'
/** Concurrent scans in the whole installation. */
const AT_ONCE = 2

/** Claims the next due file, waiting ones first; undefined when there is none, or enough are being scanned. */
export async function claimFile(db: Database): Promise<PendingFile | undefined> {
  const { rows } = await sql<PendingFile>`
    update file_scans set leased_until = clock_timestamp() + ${LEASE}::interval where digest = (
      select digest from file_scans where state in ('WAITING', 'EARLIER') and due_at <= clock_timestamp()
        and (leased_until is null or leased_until < clock_timestamp())
        and (select count(*) from file_scans where state in ('WAITING', 'EARLIER') and leased_until >= clock_timestamp()) < ${AT_ONCE}
      order by state desc, due_at limit 1 for update skip locked)
    returning digest, state, tries`.execute(db)
  return rows[0]
}

/** Keeps other processes from scanning it too. */
export async function renewClaim(db: Database, { digest }: PendingFile): Promise<void> {
  await sql`update file_scans set leased_until = clock_timestamp() + ${LEASE}::interval where digest = ${digest}`.execute(
    db,
  )
}

/** Releases a file without a verdict: for the next scan at once, or as a counted try, after this many seconds. */
export async function releaseClaim(
  db: Database,
  { digest }: PendingFile,
  { error, again }: { error: string; again?: { seconds: number } },
): Promise<void> {
  await sql`
    update file_scans set leased_until = null, error = ${error}, tries = tries + ${again ? 1 : 0},
      due_at = clock_timestamp() + make_interval(secs => ${again?.seconds ?? 0}) where digest = ${digest}`.execute(db)
}

/** Stores the verdict; false when another scan was first. */
export async function saveScanResult(
  tx: Tx,
  { digest }: PendingFile,
  { verdict, words }: { verdict: 'CLEAN' | 'QUARANTINED' | 'UNSCANNABLE'; words: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    update file_scans set state = ${verdict}, finding = ${words}, error = null, leased_until = null, scanned_at = now()
    where digest = ${digest} and state in ('WAITING', 'EARLIER') returning digest`.execute(tx)
  return rows.length > 0
}

/** Deletes the record of a file whose bytes are gone. */
export async function deleteScanRecord(db: Database, { digest }: PendingFile): Promise<void> {
  await sql`delete from file_scans where digest = ${digest} and state in ('WAITING', 'EARLIER')`.execute(db)
}

/** Queues the files from before the scanner was set for scanning; returns whether there were any. */
export async function enqueueExistingFiles(db: Database): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into file_scans (digest, state)
    select distinct f.digest, 'EARLIER' from stored_files f where not exists (select from file_scans v where v.digest = f.digest)
    on conflict do nothing`.execute(db)
  return numAffectedRows > 0n
}

/** No scanner is set any more: pending files are delivered as before there was one. */
export async function clearScanQueue(db: Database): Promise<void> {
  await sql`delete from file_scans where state in ('WAITING', 'EARLIER')`.execute(db)
}

/** Queues a file for a new scan that was quarantined or could not be scanned; false when it was neither. */
export async function rescanFile(tx: Tx, digest: string): Promise<boolean> {
  const { rows } = await sql`
    update file_scans set state = 'WAITING', finding = null, tries = 0, due_at = now(), scanned_at = null
    where digest = ${digest} and state in ('QUARANTINED', 'UNSCANNABLE') returning digest`.execute(tx)
  return rows.length > 0
}

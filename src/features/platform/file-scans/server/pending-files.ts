import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'

/** A file that is to be looked at, now by us. */
export type PendingFile = {
  readonly digest: string
  readonly state: 'WAITING' | 'EARLIER'
  readonly tries: number
}

/** Renewed while a look goes on, so that a dead process loses its file soon. */
const LEASE = '6 seconds'
/** So many looks go on at once in the whole installation. */
const AT_ONCE = 2

/** Takes the next file that is due, those that wait first; undefined when there is none, or enough are being looked at. */
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

/** Keeps others from looking at it too. */
export async function renewClaim(db: Database, { digest }: PendingFile): Promise<void> {
  await sql`update file_scans set leased_until = clock_timestamp() + ${LEASE}::interval where digest = ${digest}`.execute(
    db,
  )
}

/** Gives a file back without a verdict: for the next look at once, or as one that counts, after so many seconds. */
export async function releaseClaim(
  db: Database,
  { digest }: PendingFile,
  { error, again }: { error: string; again?: { seconds: number } },
): Promise<void> {
  await sql`
    update file_scans set leased_until = null, error = ${error}, tries = tries + ${again ? 1 : 0},
      due_at = clock_timestamp() + make_interval(secs => ${again?.seconds ?? 0}) where digest = ${digest}`.execute(db)
}

/** Writes the verdict down; false when another look came first. */
export async function saveScanResult(
  tx: Tx,
  { digest }: PendingFile,
  { verdict, words }: { verdict: 'CLEAN' | 'QUARANTINED' | 'UNSCANNABLE'; words: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    update file_scans set state = ${verdict}, words = ${words}, error = null, leased_until = null, looked_at = now()
    where digest = ${digest} and state in ('WAITING', 'EARLIER') returning digest`.execute(tx)
  return rows.length > 0
}

/** Forgets a file whose bytes are gone. */
export async function deleteScanRecord(db: Database, { digest }: PendingFile): Promise<void> {
  await sql`delete from file_scans where digest = ${digest} and state in ('WAITING', 'EARLIER')`.execute(db)
}

/** Puts the files from before the scanner was set among those to be looked at; answers whether there were any. */
export async function enqueueExistingFiles(db: Database): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into file_scans (digest, state)
    select distinct f.digest, 'EARLIER' from stored_files f where not exists (select from file_scans v where v.digest = f.digest)
    on conflict do nothing`.execute(db)
  return numAffectedRows > 0n
}

/** No scanner is set any more: what was still to be looked at is given out as before there was one. */
export async function clearScanQueue(db: Database): Promise<void> {
  await sql`delete from file_scans where state in ('WAITING', 'EARLIER')`.execute(db)
}

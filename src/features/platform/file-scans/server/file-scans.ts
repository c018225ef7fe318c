import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import type { FileChecks } from '../contract.ts'
import { type Scanner, ScannerUnavailableError } from './scanner.ts'

/** Queries the state of the scanner, and counts files that wait, are quarantined, or could not be scanned. */
export async function fileChecks(db: Database, scanner: Scanner | undefined): Promise<FileChecks> {
  const [{ rows }, facts] = await Promise.all([
    sql<Omit<FileChecks, 'scanner'> & { error: string | null }>`
      select still.*, bad.* from (
        select count(*) filter (where state = 'WAITING') as waiting, count(*) filter (where state = 'EARLIER') as earlier,
          (array_agg(error order by due_at desc) filter (where error is not null))[1] as error
        from file_scans where state in ('WAITING', 'EARLIER')) still, (
        select count(*) filter (where state = 'QUARANTINED') as quarantined, count(*) filter (where state = 'UNSCANNABLE') as unscannable
        from file_scans where state in ('QUARANTINED', 'UNSCANNABLE')) bad`.execute(db),
    scanner && factsOf(scanner),
  ])
  const { error, ...counts } = rows[0]!
  return { scanner: facts ? { ...facts, error } : null, ...counts }
}

async function factsOf(scanner: Scanner) {
  try {
    const { signaturesMade, ...facts } = await scanner.describe()
    return { away: null, ...facts, signaturesMade: signaturesMade?.toISOString() ?? null }
  } catch (failure) {
    if (!(failure instanceof ScannerUnavailableError)) throw failure
    return { away: failure.message, engine: null, signatures: null, signaturesMade: null }
  }
}

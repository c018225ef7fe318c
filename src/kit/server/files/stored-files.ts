import { type RawBuilder, sql } from 'kysely'
import { kitProblems } from '../../contract/kit-problems.ts'
import type { Database, Tx } from '../database.ts'
import { throwProblem } from '../http-problem.ts'
import { inTransaction } from '../serve/transaction.ts'
import { enqueueScan } from './file-scans.ts'
import type { FileStore } from './file-store.ts'
import { fileStoreOf, type StoreConfig } from './file-store-of.ts'

/** The settings that storing a file needs. */
export type FileConfig = StoreConfig & { readonly scannerUrl: string | undefined }

/** Of the lock of a digest: who stores its bytes shares it, who removes them has it alone. */
const DIGEST_LOCK = 17
/** Rows that are deleted in one transaction: it holds a lock for each. */
const BATCH = 500

/**
 * The row of stored bytes; the same bytes have one row. Refer to it in the same transaction. Where a scanner is
 * configured, new bytes wait for their scan from the commit on; bytes that are stored already keep their result. Bytes
 * that a sweep removed since they arrived are rejected with 503: sent again, they are stored again.
 */
export async function rememberFile(
  tx: Tx,
  { digest, size }: { digest: string; size: number },
  config: FileConfig,
): Promise<number> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${digest}, ${DIGEST_LOCK}))`.execute(tx)
  const { rows } = await sql<{ id: number; made: boolean }>`
    with found as (select id from stored_files where digest = ${digest} order by id limit 1 for key share),
    made as (insert into stored_files (digest, size) select ${digest}, ${size} where not exists (select 1 from found) returning id)
    select id, false as made from found union all select id, true from made`.execute(tx)
  const { id, made: isNew } = rows[0]!
  if (isNew && (await fileStoreOf(config).sizeOf(digest)) === undefined)
    throwProblem(kitProblems['temporarily-unavailable'])
  if (isNew && config.scannerUrl !== undefined) await enqueueScan(tx, digest)
  return id
}

/**
 * Removes rows older than a day that no table refers to, and then the bytes without a row. Returns the number of
 * removed files.
 */
export async function deleteUnreferencedFiles(db: Database, store: FileStore): Promise<number> {
  const { rows } = await sql<{ reference: string }>`
    select format('exists (select 1 from %s r where r.%I = f.id)', c.conrelid::regclass, a.attname) as reference
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'stored_files'::regclass`.execute(db)
  const isReferred = rows.map(({ reference }) => reference).join(' or ') || 'false'
  await deleteRows(db, sql`f.created_at < now() - interval '1 day' and not (${sql.raw(isReferred)})`)
  await sql`delete from file_scans v where not exists (select from stored_files f where f.digest = v.digest)`.execute(
    db,
  )
  const wantedOf = async (of: Database | Tx, digests: readonly string[]) => {
    const knownRows = await of
      .selectFrom('stored_files')
      .select('digest')
      .where('digest', 'in', [...digests, ''])
      .execute()
    return new Set(knownRows.map(({ digest }) => digest))
  }
  return store.sweep(
    (digests) => wantedOf(db, digests),
    (digest, remove) =>
      inTransaction(db, async (tx) => {
        // While the lock is held no transaction can refer to the bytes, and one that has referred to them is seen.
        const { rows: free } = await sql<{ locked: boolean }>`
          select pg_try_advisory_xact_lock(hashtextextended(${digest}, ${DIGEST_LOCK})) as locked`.execute(tx)
        if (!free[0]?.locked || (await wantedOf(tx, [digest])).has(digest)) return false
        return remove()
      }),
  )
}

/** Deletes the rows `f` for which the condition holds, and still holds when nothing can begin to refer to them. */
async function deleteRows(db: Database, isUnused: RawBuilder<unknown>): Promise<void> {
  for (let after = 0; ; ) {
    const { rows: unusedRows } = await sql<{ id: number }>`
      select f.id from stored_files f where f.id > ${after} and ${isUnused} order by f.id limit ${BATCH}`.execute(db)
    if (unusedRows.length === 0) return
    after = unusedRows.at(-1)!.id
    await inTransaction(db, async (tx) => {
      const { rows } = await sql<{ id: number; locked: boolean }>`
        select id, pg_try_advisory_xact_lock(hashtextextended(digest, ${DIGEST_LOCK})) as locked from stored_files
        where id = any(${unusedRows.map(({ id }) => id)}::bigint[])`.execute(tx)
      // A statement of its own: it sees every reference that was committed before its lock.
      const alone = rows.filter(({ locked }) => locked).map(({ id }) => id)
      await sql`delete from stored_files f where f.id = any(${alone}::bigint[]) and ${isUnused}`.execute(tx)
    })
  }
}

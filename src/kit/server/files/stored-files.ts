import { sql } from 'kysely'
import type { Database, Tx } from '../database.ts'
import { enqueueScan } from './file-scans.ts'
import type { FileStore } from './file-store.ts'

/**
 * The row of stored bytes; the same bytes have one row. Refer to it in the same transaction. Where a scanner is
 * configured, new bytes wait for their scan from the commit on; bytes that are stored already keep their result.
 */
export async function rememberFile(
  tx: Tx,
  { digest, size }: { digest: string; size: number },
  { scannerUrl }: { readonly scannerUrl: string | undefined },
): Promise<number> {
  const { rows } = await sql<{ id: number; made: boolean }>`
    with found as (select id from stored_files where digest = ${digest} order by id limit 1 for key share),
    made as (insert into stored_files (digest, size) select ${digest}, ${size} where not exists (select 1 from found) returning id)
    select id, false as made from found union all select id, true from made`.execute(tx)
  const { id, made } = rows[0]!
  if (made && scannerUrl !== undefined) await enqueueScan(tx, digest)
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
  const referred = rows.map(({ reference }) => reference).join(' or ') || 'false'
  await sql`delete from stored_files f where f.created_at < now() - interval '1 day' and not (${sql.raw(referred)})`.execute(
    db,
  )
  await sql`delete from file_scans v where not exists (select from stored_files f where f.digest = v.digest)`.execute(
    db,
  )
  return store.sweep(async (digests) => {
    const known = await db
      .selectFrom('stored_files')
      .select('digest')
      .where('digest', 'in', [...digests, ''])
      .execute()
    return new Set(known.map(({ digest }) => digest))
  })
}

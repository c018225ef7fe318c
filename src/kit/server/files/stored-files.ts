import { sql } from 'kysely'
import type { Database, Tx } from '../database.ts'
import type { FileStore } from './file-store.ts'

/** The row of bytes that the store keeps; the same bytes have one row. Refer to it in the same transaction. */
export async function rememberFile(tx: Tx, { digest, size }: { digest: string; size: number }): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with found as (select id from stored_files where digest = ${digest} order by id limit 1 for key share),
    made as (insert into stored_files (digest, size) select ${digest}, ${size} where not exists (select 1 from found) returning id)
    select id from found union all select id from made`.execute(tx)
  return rows[0]!.id
}

/** Removes rows older than a day that no table refers to, and then the bytes without a row. Answers how many files went. */
export async function sweepFiles(db: Database, store: FileStore): Promise<number> {
  const { rows } = await sql<{ reference: string }>`
    select format('exists (select 1 from %s r where r.%I = f.id)', c.conrelid::regclass, a.attname) as reference
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'stored_files'::regclass`.execute(db)
  const referred = rows.map(({ reference }) => reference).join(' or ') || 'false'
  await sql`delete from stored_files f where f.created_at < now() - interval '1 day' and not (${sql.raw(referred)})`.execute(
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

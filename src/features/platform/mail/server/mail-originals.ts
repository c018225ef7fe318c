import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import type { FileStore } from '#kit/server/files/file-store.ts'
import { type FileConfig, rememberFile } from '#kit/server/files/stored-files.ts'

/** A received mail as it arrived, stored as a file; to be referred to by the row of what it became. */
export type MailOriginal = {
  readonly id: number
  /** Whose mail it is: others outside the vendor do not see it. Null for a sender who is no user. */
  readonly userId: number | null
  readonly digest: string
  readonly size: number
  /** All of its text, with what it quotes. */
  readonly text: string
  readonly receivedAt: Date
}

/** Stores the bytes of a mail; then `keepOriginal` in the transaction of what it becomes. */
export async function storeMail(raw: Buffer, store: FileStore): Promise<{ digest: string; size: number }> {
  const storedFile = await store.receive([raw], raw.length)
  await store.keep(storedFile)
  return { digest: storedFile.digest, size: storedFile.size }
}

/** Keeps a stored mail for as long as a row refers to it. Returns its id. */
export async function keepOriginal(
  tx: Tx,
  { userId, text, file }: { userId: number | null; text: string; file: { digest: string; size: number } },
  config: FileConfig,
): Promise<number> {
  const fileId = await rememberFile(tx, file, config)
  const { id } = await tx
    .insertInto('mail_originals')
    .values({ user_id: userId, file_id: fileId, text })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** An original, without regard to who asks. */
export async function findOriginal(db: Database | Tx, id: number): Promise<MailOriginal | undefined> {
  return db
    .selectFrom('mail_originals as o')
    .innerJoin('stored_files as f', 'f.id', 'o.file_id')
    .select(['o.id', 'o.user_id as userId', 'f.digest', 'f.size', 'o.text', 'o.received_at as receivedAt'])
    .where('o.id', '=', id)
    .executeTakeFirst()
}

/** Deletes the mails of a user. */
export async function deleteOriginalsOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('mail_originals').where('user_id', '=', userId).execute()
}

/** Deletes originals that nothing refers to any more; their files follow. */
export async function deleteUnreferencedOriginals(db: Database): Promise<void> {
  const { rows } = await sql<{ reference: string }>`
    select format('exists (select from %s r where r.%I = o.id)', c.conrelid::regclass, a.attname) as reference
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'mail_originals'::regclass`.execute(db)
  const isReferred = rows.map(({ reference }) => reference).join(' or ') || 'false'
  await sql`delete from mail_originals o where not (${sql.raw(isReferred)})`.execute(db)
}

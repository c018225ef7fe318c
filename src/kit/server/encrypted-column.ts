import { type RawBuilder, sql } from 'kysely'
import type { DB } from '#database/schema.generated.ts'
import type { Database, Tx } from './database.ts'
import type { Encryptor } from './encryption.ts'
import { StartupError } from './startup-error.ts'

/**
 * A column (`bytea`) in which a feature stores encrypted text for longer than a day. The feature's entry point lists
 * it, so that it is encrypted again when SECRET_KEY changes.
 */
export type EncryptedColumn = {
  readonly table: keyof DB
  /** The column that identifies a row; `purposeOf` derives the purpose of the encryption from it. */
  readonly key: string
  readonly column: string
  purposeOf(key: string): string
}

/** Throws StartupError when a stored value cannot be decrypted with any of our keys. */
export async function requireDecryptable(
  db: Database,
  encrypt: Encryptor,
  columns: readonly EncryptedColumn[],
): Promise<void> {
  const foreign = columns.map(
    ({ table, column }) =>
      sql`exists (select 1 from ${sql.table(table)} where not ${headOf(column)} = any(${[...encrypt.heads]}::bytea[]))`,
  )
  const { rows } = await sql<{ foreign: boolean }>`select ${sql.join(foreign, sql` or `)} as foreign`.execute(db)
  if (rows[0]?.foreign)
    throw new StartupError(
      'SECRET_KEY is not the key that encrypted the secrets in this database: set that key again, or set it as SECRET_KEY_BEFORE (in DATA_DIR: secret.key, secret.key.before)',
    )
}

/** Encrypts with the current key what the previous one encrypted; returns the number of texts. */
export async function reencrypt(tx: Tx, encrypt: Encryptor, columns: readonly EncryptedColumn[]): Promise<number> {
  let count = 0
  for (const column of columns) count += await reencryptColumn(tx, encrypt, column)
  return count
}

async function reencryptColumn(
  tx: Tx,
  encrypt: Encryptor,
  { table, key, column, purposeOf }: EncryptedColumn,
): Promise<number> {
  const [rowKey, text] = [sql.ref(key), sql.ref(column)]
  const { rows } = await sql<{ key: string; encrypted: Buffer }>`
    select ${rowKey}::text as key, ${text} as encrypted from ${sql.table(table)}
    where ${headOf(column)} <> ${encrypt.heads[0]} for update`.execute(tx)
  const again = rows.map(({ key, encrypted }) => encrypt.close(encrypt.open(encrypted, purposeOf(key)), purposeOf(key)))
  await sql`
    update ${sql.table(table)} t set ${text} = fresh.encrypted
    from unnest(${rows.map(({ key }) => key)}::text[], ${again}::bytea[]) fresh(key, encrypted)
    where t.${rowKey}::text = fresh.key`.execute(tx)
  return rows.length
}

function headOf(column: string): RawBuilder<Buffer> {
  return sql`substring(${sql.ref(column)} from 1 for 5)`
}

import { createHmac, randomBytes } from 'node:crypto'
import type { Database, Tx } from './database.ts'
import type { EncryptedColumn } from './encrypted-column.ts'
import type { Encryptor } from './encryption.ts'

/**
 * A secret that the portal created for itself and stores, encrypted, between starts and for every node. Of two created
 * at once one wins.
 */
export async function storedSecret(
  db: Database | Tx,
  encrypt: Encryptor,
  name: string,
  make: () => string | Promise<string>,
): Promise<string> {
  const read = () => db.selectFrom('stored_secrets').select('secret').where('name', '=', name).executeTakeFirst()
  const storedRow = await read()
  if (storedRow) return encrypt.open(storedRow.secret, name)
  await db
    .insertInto('stored_secrets')
    .values({ name, secret: encrypt.close(await make(), name) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return encrypt.open((await read())!.secret, name)
}

/** The column of these secrets. */
export const portalKeys: EncryptedColumn = {
  table: 'stored_secrets',
  key: 'name',
  column: 'secret',
  purposeOf: (name) => name,
}

/**
 * Derives 256 bits from a text that cannot be guessed or checked without the database and SECRET_KEY, as
 * `Encryptor.derive` does, but the same ones whatever SECRET_KEY becomes: for what users hold for years, or for days.
 */
export async function deriveFromStoredSecret(
  db: Database | Tx,
  encrypt: Encryptor,
  purpose: string,
): Promise<(text: string) => Buffer> {
  const key = await storedSecret(db, encrypt, `lasting ${purpose}`, () => randomBytes(32).toString('base64url'))
  return (text) => createHmac('sha256', key).update(text).digest()
}

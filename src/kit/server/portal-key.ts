import { createHmac, randomBytes } from 'node:crypto'
import type { Database, Tx } from './database.ts'
import type { EncryptedColumn } from './encrypted-column.ts'
import type { Encryptor } from './encryption.ts'

/** A secret that the portal made for itself and keeps, sealed, between starts and for every node. Of two that make it at once one wins. */
export async function storedSecret(
  db: Database | Tx,
  encrypt: Encryptor,
  name: string,
  make: () => string,
): Promise<string> {
  const read = () => db.selectFrom('stored_secrets').select('sealed').where('name', '=', name).executeTakeFirst()
  const known = await read()
  if (known) return encrypt.open(known.sealed, name)
  await db
    .insertInto('stored_secrets')
    .values({ name, sealed: encrypt.close(make(), name) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return encrypt.open((await read())!.sealed, name)
}

/** Where these secrets lie. */
export const portalKeys: EncryptedColumn = {
  table: 'stored_secrets',
  key: 'name',
  column: 'sealed',
  purposeOf: (name) => name,
}

/**
 * Makes 256 bits of a text that nobody without the database and SECRET_KEY can guess or check, as `Seal.derive` does, but
 * the same ones whatever SECRET_KEY becomes: for what people hold in their hands for years, or for days.
 */
export async function deriveFromStoredSecret(
  db: Database | Tx,
  encrypt: Encryptor,
  purpose: string,
): Promise<(text: string) => Buffer> {
  const key = await storedSecret(db, encrypt, `lasting ${purpose}`, () => randomBytes(32).toString('base64url'))
  return (text) => createHmac('sha256', key).update(text).digest()
}

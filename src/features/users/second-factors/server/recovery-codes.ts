import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import type { Encryptor } from '#kit/server/encryption.ts'
import { deriveFromStoredSecret } from '#kit/server/portal-key.ts'

const COUNT = 10
/** No letters that are mistaken for one another. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Ten new codes of 59 bits, stored only as hashes; older ones are void. Show them once. */
export async function makeRecoveryCodes(tx: Tx, encrypt: Encryptor, userId: number): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, newCode)
  const hashOf = await hasherOf(tx, encrypt)
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, hash: hashOf(code) })))
    .execute()
  return codes
}

/** Accepts a code, once; spaces, hyphens and case do not matter. */
export async function takeRecoveryCode(
  db: Database | Tx,
  encrypt: Encryptor,
  userId: number,
  code: string,
): Promise<boolean> {
  const hashOf = await hasherOf(db, encrypt)
  const update = await db
    .updateTable('recovery_codes')
    .set({ used_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('hash', '=', hashOf(code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return update.numUpdatedRows === 1n
}

/** The number of codes left. */
export async function recoveryCodesLeft(db: Database | Tx, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

function newCode(): string {
  const text = Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('')
  return text.replace(/(.{4})(?=.)/g, '$1-')
}

/** Keyed, so that a stolen table cannot be searched. */
async function hasherOf(db: Database | Tx, encrypt: Encryptor): Promise<(code: string) => Buffer> {
  const derive = await deriveFromStoredSecret(db, encrypt, 'recovery code')
  return (code) => derive(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
}

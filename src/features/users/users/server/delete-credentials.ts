import type { Tx } from '#kit/server/database.ts'
import { deleteLinksOf } from './one-time-links.ts'

const factors = ['user_totps', 'totp_enrolments', 'recovery_codes', 'passkeys'] as const

/** Deletes the second factors and passkeys of a user. */
export async function deleteFactors(tx: Tx, userId: number): Promise<void> {
  for (const table of factors) await tx.deleteFrom(table).where('user_id', '=', userId).execute()
}

/** Deletes everything with which a user signs in. */
export async function deleteCredentials(tx: Tx, userId: number): Promise<void> {
  await deleteFactors(tx, userId)
  await deleteLinksOf(tx, userId)
  await tx.deleteFrom('user_passwords').where('user_id', '=', userId).execute()
}

/** Deletes the settings of a user, and the counts of wrong guesses at their address. */
export async function deleteOwnData(tx: Tx, { id, email }: { id: number; email: string }): Promise<void> {
  await tx.deleteFrom('user_settings').where('user_id', '=', id).execute()
  await tx
    .deleteFrom('sign_in_throttle')
    .where('key', 'in', [email, `reset:${email}`])
    .execute()
}

import type { Tx } from '#kit/server/database.ts'

const factors = ['user_totps', 'totp_enrolments', 'recovery_codes', 'passkeys'] as const

/** Deletes the second factors and passkeys of a user. */
export async function deleteFactors(tx: Tx, userId: number): Promise<void> {
  for (const table of factors) await tx.deleteFrom(table).where('user_id', '=', userId).execute()
}

import { deletePassword, forgetAttempts } from '#features/users/passwords/server/index.ts'
import { deleteFactors } from '#features/users/second-factors/server/index.ts'
import { deleteLinksOf } from '#features/users/sign-in-mail/server/index.ts'
import type { Tx } from '#kit/server/database.ts'

/** Deletes everything with which a user signs in. */
export async function deleteCredentials(tx: Tx, userId: number): Promise<void> {
  await deleteFactors(tx, userId)
  await deleteLinksOf(tx, userId)
  await deletePassword(tx, userId)
}

/** Deletes the settings of a user, and the counts of wrong guesses at their address. */
export async function deleteOwnData(tx: Tx, { id, email }: { id: number; email: string }): Promise<void> {
  await tx.deleteFrom('user_settings').where('user_id', '=', id).execute()
  await forgetAttempts(tx, email)
}

import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'

/** Stores a test of a provider that a user begins; returns its id. */
export async function insertTest(tx: Tx, provider: string, startedBy: number): Promise<string> {
  const { id } = await tx
    .insertInto('sign_in_attempts')
    .values({ provider_id: provider, kind: 'TEST', started_by: startedBy })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Deletes the sign-ins and tests of a provider. */
export async function deleteAttemptsOf(tx: Tx, provider: string): Promise<void> {
  await tx.deleteFrom('sign_in_attempts').where('provider_id', '=', provider).execute()
}

/** The sign-ins of a user follow them to a new address, so that they are found, and erased with the user. */
export async function moveAttempts(tx: Tx, from: string, to: string): Promise<void> {
  await sql`update sign_in_attempts set email = ${to} where email = ${from}`.execute(tx)
}

/** Deletes the sign-ins of a user who is erased. */
export async function removeUserFromAttempts(tx: Tx, userId: number): Promise<void> {
  await sql`delete from sign_in_attempts where email = (select email from users where id = ${userId})`.execute(tx)
}

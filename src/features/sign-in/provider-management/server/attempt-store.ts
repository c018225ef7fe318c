import { type RawBuilder, sql } from 'kysely'
import type { SignInAttempt } from '#features/sign-in/identity-providers/contract.ts'
import type { Database } from '#kit/server/database.ts'
import { isoSql } from '#kit/server/sql-text.ts'

/** Sign-in attempts, newest first. */
export async function attemptsWhere(
  db: Database,
  condition: RawBuilder<unknown>,
  most: number,
): Promise<SignInAttempt[]> {
  const { rows } = await sql<SignInAttempt>`
    select id::text as id, provider_id as provider, kind, email, domain, outcome, steps,
      ${isoSql('at')} as at
    from sign_in_attempts where ${condition} order by sign_in_attempts.at desc limit ${most}`.execute(db)
  return rows
}

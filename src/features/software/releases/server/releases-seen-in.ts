import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import type { Session } from '#kit/server/session.ts'
import { releaseSeen } from './release-json.ts'

/** The number of the account's releases that the session sees. */
export async function releasesSeenIn(tx: Tx, session: Session, accountId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from bundle_releases r where r.account_id = ${accountId} and ${releaseSeen(session)}`.execute(
    tx,
  )
  return rows[0]!.count
}

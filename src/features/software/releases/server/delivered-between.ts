import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import type { Session } from '#kit/server/session.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import { releaseSeen } from './release-json.ts'

/** A release and when it was delivered. */
export type DeliveredRelease = { readonly id: string; readonly name: string; readonly at: string }

/** The releases that an account got in a range of time and that the user may see, the newest first. */
export async function deliveredBetween(
  db: Database,
  session: Session,
  { account, from, to, limit }: { account: string; from: Date; to: Date; limit: number },
): Promise<DeliveredRelease[]> {
  const { rows } = await sql<DeliveredRelease>`
    select r.id::text as id, r.name, ${isoSql('r.delivered_at')} as at
    from bundle_releases r join accounts a on a.id = r.account_id
    where a.name = ${account} and r.delivered_at between ${from} and ${to} and ${releaseSeen(session)}
    order by r.delivered_at desc limit ${limit}`.execute(db)
  return rows
}

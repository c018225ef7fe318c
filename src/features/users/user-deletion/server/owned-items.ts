import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import type { OwnedItems } from '../contract.ts'
import type { UserRecords } from './user-records.ts'

type Rest = Pick<OwnedItems, 'tokens' | 'managedAccounts' | 'reports' | 'sessions'>

/** What a user would leave behind. */
export async function findOwnedItems(
  db: Database,
  { casesOf, machineAccesses }: Pick<UserRecords, 'casesOf' | 'machineAccesses'>,
  userId: number,
): Promise<OwnedItems> {
  const [cases, rest, machines] = await Promise.all([
    casesOf(db, userId),
    everythingElse(db, userId),
    Promise.all(
      machineAccesses.map(async ({ kind, find }) => (await find(db, userId)).map((one) => ({ kind, ...one }))),
    ),
  ])
  return { ...cases, ...rest, machineAccess: machines.flat() }
}

async function everythingElse(db: Database, userId: number): Promise<Rest> {
  const { rows } = await sql<Rest>`
    select coalesce((select json_agg(json_build_object('name', t.name, 'expiresAt', ${isoSql('t.expires_at')}, 'lastUsedAt', ${isoSql('t.last_used_at')}) order by t.id)
        from api_tokens t where t.user_id = u.id and t.expires_at > now()), '[]') as tokens,
      coalesce((select json_agg(json_build_object('name', a.name, 'displayName', a.display_name) order by a.display_name)
        from accounts a where a.csm_id = u.id and a.deleted_at is null), '[]') as "managedAccounts",
      (select count(*) from users r where r.manager_email = u.email) as reports,
      (select count(*) from sessions s where s.user_id = u.id and s.ended_at is null and s.expires_at > now()) as sessions
    from users u where u.id = ${userId}`.execute(db)
  return rows[0]!
}

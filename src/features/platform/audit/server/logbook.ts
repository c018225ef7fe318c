import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import { directionOf, findPage } from '#kit/server/list/find-page.ts'
import type { Session } from '#kit/server/session.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import { inAccounts, visibleAccounts } from '#kit/server/visible.ts'
import { type LogbookEntry, readLogbooks } from '../contract.ts'
import { whom } from './whom.ts'

/**
 * The actions of one user, newest first; including sign-ins and denials. Other readers see events in their accounts, or
 * in no account.
 */
export async function findLogbook(
  db: Database,
  session: Session,
  userId: number,
  { page, size, descending }: { page: number; size: number; descending: boolean },
) {
  const direction = directionOf(descending)
  const accounts = userId === session.userId ? 'all' : visibleAccounts(session, readLogbooks)
  const isVisible = sql`(e.account_id is null or ${inAccounts(accounts, 'e.account_id')})`
  const logbookPage = await findPage(db, {
    page,
    size,
    rows: sql<{ entry: LogbookEntry; at: Date }>`
      select json_build_object('id', e.id::text, 'at', ${isoSql('e.at')}, 'name', e.name, 'subject', e.subject,
        'subjectId', e.subject_id, 'what', e.data->>'what', 'account', a.name,
        'by', shown_name(e.actor_id, e.actor_name), 'impersonatedBy', shown_name(e.impersonator_id, e.impersonator_name), 'whom', ${whom}) as entry, e.at
      from events e left join accounts a on a.id = e.account_id where e.actor_id = ${userId} and ${isVisible} order by e.at ${direction}, e.id ${direction}`,
    of: sql`from events e where e.actor_id = ${userId} and ${isVisible}`,
    capped: true,
  })
  return {
    rows: logbookPage.rows.map(({ entry }) => entry),
    total: logbookPage.total,
    lastUpdateTime: logbookPage.rows[0]?.at ?? null,
  }
}

/**
 * The user of that name whose logbook the session may read: the caller, or a user with a role in an account it has the
 * permission for.
 */
export async function findReadableUser(db: Database, session: Session, username: string): Promise<number | undefined> {
  if (username === session.actor.username) return session.userId
  const visible = visibleAccounts(session, readLogbooks)
  const { rows } = await sql<{ id: number }>`
    select id from users u where email = ${username} and (${visible === 'all'} or (
      exists (select 1 from role_grants r where r.user_id = u.id and r.account_id = any(${visible === 'all' ? [] : visible}::bigint[]))
      and not exists (select 1 from role_grants r where r.user_id = u.id and r.account_id is null)))`.execute(db)
  return rows[0]?.id
}

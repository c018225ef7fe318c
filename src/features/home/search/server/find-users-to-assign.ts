import { type RawBuilder, sql } from 'kysely'
import { readUsers } from '#features/users/managed-users/contract.ts'
import type { Database } from '#kit/server/database.ts'
import type { Session } from '#kit/server/session.ts'
import { likeText } from '#kit/server/sql-text.ts'
import { visibleAccounts } from '#kit/server/visible.ts'
import type { SearchHit } from '../contract.ts'

/**
 * Users by name or e-mail, tolerating a typing error: those with a role in an account whose users the session may see.
 */
export async function findUsers(
  db: Database,
  session: Session,
  q: string,
  account: number | undefined,
  most: number,
): Promise<SearchHit[]> {
  const visible = visibleAccounts(session, readUsers)
  const within = account === undefined ? visible : visible === 'all' || visible.includes(account) ? [account] : []
  const part = likeText(q.toLowerCase())
  const { rows } = await sql<{ hit: SearchHit }>`
    select json_build_object('kind', 'user', 'id', u.id::text, 'title', u.full_name, 'hint', u.email, 'username', u.email,
      'exact', lower(u.full_name) = lower(${q}) or u.email = lower(${q})) as hit
    from users u
    where u.erased_at is null and u.state not in ('deprovisioned', 'approvedForDeletion')
      and ${isCalled(q, part)}
      and (${within === 'all'} or exists (select 1 from role_grants r where r.user_id = u.id and r.account_id = any(${within === 'all' ? [] : within}::bigint[])))
    order by word_similarity(${q}, u.full_name) desc, u.full_name limit ${most}`.execute(db)
  return rows.map(({ hit }) => hit)
}

/**
 * Written so that the trigram indexes on names and addresses apply; a part of one or two letters matches only at the
 * beginning of a word.
 */
function isCalled(q: string, part: string): RawBuilder<unknown> {
  if (part.length < 3)
    return sql`(u.full_name ilike ${`${part}%`} or u.full_name ilike ${`% ${part}%`} or u.email like ${`${part}%`})`
  return sql`(u.full_name ilike ${`%${part}%`} or u.email like ${`%${part}%`} or ${q} <% u.full_name)`
}

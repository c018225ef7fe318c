import { sql } from 'kysely'
import { readImpersonations } from '#features/access/sessions/contract.ts'
import type { Database } from '#kit/server/database.ts'
import { directionOf, findJsonPage } from '#kit/server/list/find-page.ts'
import type { Session } from '#kit/server/session.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import { inAccounts, visibleAccounts } from '#kit/server/visible.ts'
import type { Impersonation } from '../contract.ts'

type ImpersonationQuery = {
  readonly account?: string | undefined
  readonly page: number
  readonly size: number
  readonly descending: boolean
}

/** The impersonations of users of the accounts that the session may read this of, and their number. */
export async function findImpersonations(
  db: Database,
  session: Session,
  { account, page, size, descending }: ImpersonationQuery,
) {
  const accounts = visibleAccounts(session, readImpersonations)
  const isSeen = accounts === 'all' ? sql`true` : sql`i.account_ids && ${accounts}::bigint[]`
  const isOfAccount =
    account === undefined ? sql`true` : sql`i.account_ids && array(select id from accounts where name = ${account})`
  const isVisible = inAccounts(accounts, 'e.account_id')
  const direction = directionOf(descending)
  return findJsonPage(db, {
    page,
    size,
    rows: sql<{ row: Impersonation }>`
      select json_build_object('id', i.id::text, 'impersonator', ${user('m')}, 'user', ${user('u')}, 'account', a.name, 'reason', i.reason,
        'startedAt', ${isoSql('i.started_at')}, 'endsAt', ${isoSql('least(coalesce(i.ended_at, i.ends_at), i.ends_at)')},
        'active', i.ended_at is null and i.ends_at > now(), 'writingAt', ${isoSql('i.writing_at')},
        'changes', (select count(*) from events e where e.actor_id = i.user_id and e.impersonator_id = i.impersonator_id
          and e.subject not in ('impersonation', 'session', 'access') and ${isVisible} and e.at between i.started_at and coalesce(i.ended_at, i.ends_at))) as row
      from impersonations i join users m on m.id = i.impersonator_id join users u on u.id = i.user_id
        left join accounts a on a.id = coalesce(i.opened_account_id, case when cardinality(i.account_ids) = 1 then i.account_ids[1] end)
      where ${isSeen} and ${isOfAccount} order by i.started_at ${direction}, i.id ${direction}`,
    of: sql`from impersonations i where ${isSeen} and ${isOfAccount}`,
  })
}

function user(alias: 'm' | 'u') {
  return sql.raw(
    `json_build_object('id', ${alias}.id::text, 'username', ${alias}.email, 'fullName', ${alias}.full_name)`,
  )
}

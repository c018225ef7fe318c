import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import { likeText } from '#kit/server/sql-text.ts'

/** Users with an address of the domain (of its subdomains, for a wildcard): everywhere, or in the account. */
export async function usersOfDomain(db: Database, domain: string, account: string | undefined) {
  const ending = domain.startsWith('*') ? domain.slice(1) : `@${domain}`
  const pattern = `%${likeText(ending)}`
  const { rows } = await sql<{ users: number; accounts: string[] | null }>`
    with named as (
      select u.id, a.name from users u left join role_grants g on g.user_id = u.id left join accounts a on a.id = g.account_id and a.deleted_at is null
      where u.email like ${pattern} and u.erased_at is null)
    select count(distinct id) as users, (array_agg(distinct name order by name) filter (where name is not null))[1:20] as accounts
    from named where ${account === undefined ? sql`true` : sql`name = ${account}`}`.execute(db)
  return { domain, users: rows[0]!.users, accounts: rows[0]!.accounts ?? [] }
}

import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'

/** Teams of the demo: two of the vendor, and two of the customer's account. */
export async function makeDemoTeams(tx: Tx, account: string): Promise<void> {
  await sql`
    insert into teams (owner_type, account_id, name, display_name, watcher_type)
    select 'CUSTOMER', a.id, v.name, v.display_name, v.watcher_type from accounts a,
      (values ('noc', 'Network operations', 'OUTAGES'), ('field', 'Field service', 'MINE')) v(name, display_name, watcher_type) where a.name = ${account}
    union all select 'VENDOR', null::bigint, v.name, v.display_name, v.watcher_type
      from (values ('tac-emea', 'TAC EMEA', 'OUTAGES'), ('account-team', 'Account team', 'NONE')) v(name, display_name, watcher_type)`.execute(
    tx,
  )
  await sql`
    insert into team_accounts (team_id, account_id)
    select t.id, a.id from teams t, accounts a where t.name = 'account-team' and a.name = ${account}`.execute(tx)
  // The same users on each start: the oldest of the account, and of the vendor's roles.
  await sql`
    insert into team_members (team_id, user_id, watcher_type)
    select t.id, u.id, case when u.place % 4 = 3 then 'ALL' end
    from teams t cross join lateral (
      select u.id, row_number() over (order by u.id) as place from users u where u.state = 'active'
        and case when t.account_id is null
          then exists (select from role_grants g where g.user_id = u.id and g.role = case t.name when 'tac-emea' then 'HARMONIC_TAC_MANAGER' else 'HARMONIC_CSM' end)
          else not u.is_vendor and exists (select from role_grants g where g.user_id = u.id and g.account_id = t.account_id) end
      order by u.id limit 6) u`.execute(tx)
}

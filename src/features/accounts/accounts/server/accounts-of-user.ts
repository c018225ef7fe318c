import { sql } from 'kysely'
import { everyVendorRole, liftRoles } from '#features/access/roles/contract.ts'
import type { Database } from '#kit/server/database.ts'
import { inAccounts } from '#kit/server/visible.ts'

type AccountOfUser = { id: string; accountId: string; name: string; displayName: string }

const vendorEverywhere = everyVendorRole
  .map(({ role }) => role)
  .filter((role) => !liftRoles.some((lift) => lift === role))

/**
 * The accounts in which a user holds a role, as far as they are `visible`: one entry named `*` for vendor staff; a
 * parent's visible children too.
 */
export async function findAccountsOfUser(
  db: Database,
  userId: string,
  visible: 'all' | readonly number[],
): Promise<AccountOfUser[]> {
  if (!/^\d{1,15}$/.test(userId)) return []
  const { rows } = await sql<AccountOfUser>`
    with held as (select role, account_id from role_grants where user_id = ${Number(userId)}),
    mine as (
      select account_id as id from held where account_id is not null
      union select child.id from held join accounts parent on parent.id = held.account_id and parent.is_federated and parent.parent_id is null
        join accounts child on child.parent_id = parent.id and child.is_federated and not child.view_only
      union select d.account_id from deployments d where d.stage = 'LIFT' and exists (select 1 from held where role = any(${liftRoles}))
    )
    select '*' as id, '*' as "accountId", '*' as name, '*' as "displayName" where exists (select 1 from held where role = any(${vendorEverywhere}))
    union all
    select * from (
      select a.id::text, a.id::text, a.name, a.display_name from accounts a join mine on mine.id = a.id
      where a.deleted_at is null and ${inAccounts(visible, 'a.id')} and not exists (select 1 from held where role = any(${vendorEverywhere})) order by a.display_name
    ) own`.execute(db)
  return rows
}

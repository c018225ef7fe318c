import { type RawBuilder, sql } from 'kysely'
import { isVendorRole, liftRoles, vendorRoles } from '#features/access/roles/contract.ts'
import { readChat } from '../contract.ts'

const everywhere = Object.keys(vendorRoles).filter((role) => !liftRoles.some((lift) => lift === role))
const customers = readChat.grants.map(({ role }) => role).filter((role) => !isVendorRole(role))

/** Whether the user `u` is of the vendor's staff. */
export const isStaff: RawBuilder<boolean> = sql`exists (select 1 from role_grants g where g.user_id = u.id
  and g.role = any(${Object.keys(vendorRoles)}::text[]))`

/** The condition that the user `u` reads the chat of the account; with `staffOnly` its internal side. */
export function readsChat(
  accountId: RawBuilder<unknown> | number,
  { staffOnly }: { staffOnly: boolean },
): RawBuilder<boolean> {
  return sql`(u.state in ('active', 'candidateForDeletion') and exists (
    select 1 from role_grants g where g.user_id = u.id and (
      (g.account_id is null and g.role = any(${everywhere}::text[]))
      or (g.role = any(${[...liftRoles]}::text[]) and exists (
        select 1 from deployments d where d.account_id = ${accountId} and d.stage = 'LIFT'))
      or (${!staffOnly} and g.role = any(${customers}::text[]) and (g.account_id = ${accountId}
        or g.account_id = (select parent_id from accounts where id = ${accountId} and not view_only))))))`
}

import { type RawBuilder, sql } from 'kysely'
import { isVendorRole, liftRoles } from '#features/access/roles/contract.ts'
import { permissionToGrant } from '#features/users/role-assignment/contract.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import type { AccessOptions } from '../contract.ts'

/** A user who can grant a role; `role` is the reason. */
export type RoleAdmin = {
  readonly id: number
  readonly fullName: string
  readonly role: string
  readonly seen: boolean
}

/** The requested role, the account, and the requester; `seen` is a condition on the users `u` who may be named. */
export type RoleRequest = {
  readonly role: string
  readonly accountId: number | null
  readonly askerId: number
  readonly seen?: RawBuilder<unknown>
}

/** Recipients at most. */
const MOST = 20

/**
 * Users who can grant the role, most recently active first: the account's own managers, without one its
 * customer-success manager, without that one the vendor's staff.
 */
export async function findRoleAdmins(
  db: Database | Tx,
  request: RoleRequest,
): Promise<{ side: AccessOptions['side']; givers: readonly RoleAdmin[] }> {
  const { grants } = permissionToGrant(request.role)
  const rolesOf = (those: typeof grants) => those.map(({ role }) => role)
  if (request.accountId !== null && !isVendorRole(request.role)) {
    const own = rolesOf(grants.filter(({ role }) => !isVendorRole(role)))
    const managers = await giversWhere(db, request, sql`g.role = any(${own}) and ${reaches(request.accountId)}`)
    if (managers.length > 0) return { side: 'account', givers: managers }
    const assignedRoles = rolesOf(grants.filter((grant) => grant.assigned))
    const csm = sql`u.id = (select csm_id from accounts where id = ${request.accountId})`
    const assignee = await giversWhere(db, request, sql`g.role = any(${assignedRoles}) and ${csm}`)
    if (assignee.length > 0) return { side: 'vendor', givers: assignee }
  }
  const lift: readonly string[] = liftRoles
  const staff = rolesOf(
    grants.filter(({ role, assigned: assignedRoles }) => !assignedRoles && isVendorRole(role) && !lift.includes(role)),
  )
  return { side: 'vendor', givers: await giversWhere(db, request, sql`g.role = any(${staff})`) }
}

/**
 * A customer role's grant `g` counts in its account, and, for a federated parent, in its children; nowhere to change
 * view-only accounts.
 */
function reaches(accountId: number): RawBuilder<unknown> {
  return sql`g.account_id in (
    select a.id from accounts a where a.id = ${accountId} and not a.view_only
    union select parent.id from accounts a join accounts parent on parent.id = a.parent_id
      where a.id = ${accountId} and a.is_federated and not a.view_only
        and parent.is_federated and parent.parent_id is null and parent.deleted_at is null)`
}

async function giversWhere(
  db: Database | Tx,
  { askerId, seen = sql`true` }: RoleRequest,
  condition: RawBuilder<unknown>,
): Promise<readonly RoleAdmin[]> {
  const { rows } = await sql<RoleAdmin>`
    select u.id, u.full_name as "fullName", min(g.role) as role, ${seen} as seen
    from role_grants g join users u on u.id = g.user_id
    where u.state = 'active' and u.erased_at is null and u.id <> ${askerId} and ${condition}
    group by u.id order by u.last_login_at desc nulls last, u.id limit ${MOST}`.execute(db)
  return rows
}

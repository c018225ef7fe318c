import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { customerRoles, liftRoles, vendorRoles } from '#features/access/roles/contract.ts'
import type { Principal } from '#kit/contract/permission.ts'
import type { Database, Tx } from '#kit/server/database.ts'

/** A user with their current permissions. */
type UserPermissions = {
  readonly actor: Principal
  readonly accountIds: ReadonlyMap<string, number>
  readonly version: string
}

const customers = Object.keys(customerRoles)
const everywhere = Object.keys(vendorRoles).filter((role) => !(liftRoles as readonly string[]).includes(role))

/** The row of a user as `permissionsOf` reads it. */
export type PermissionRow = {
  readonly id: number
  readonly email: string
  readonly fullName: string
  readonly state: string
  readonly stateBefore: string | null
  readonly held: readonly { role: string; account: string; id: number | null; viewOnly: boolean | null }[]
  readonly assigned: readonly { name: string; id: number }[]
}

/** Reads the permissions of a user; null when the user does not exist or may not work. */
export async function loadPermissions(db: Database | Tx, userId: number): Promise<UserPermissions | null> {
  const { rows } = await sql<{ user: PermissionRow | null }>`
    select ${permissionsOf(sql`${userId}::bigint`)} as "user"`.execute(db)
  return parsePermissions(rows[0]!.user)
}

/** The permissions of these users by id, in one statement; those who may not work are left out. */
export async function loadPrincipals(
  db: Database | Tx,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, Principal>> {
  const { rows } = await sql<{ user: PermissionRow | null }>`
    select ${permissionsOf(sql`i.id`)} as "user" from unnest(${[...userIds]}::bigint[]) as i(id)`.execute(db)
  const permissions = rows.flatMap(({ user }) => parsePermissions(user) ?? [])
  return new Map(permissions.map(({ actor }) => [Number(actor.id), actor]))
}

/**
 * The permissions of the user with this id as one column, a `PermissionRow`: vendor roles everywhere, LIFT roles in the
 * accounts with a LIFT deployment, customer roles in their account (read-only where it is view-only) and, for a
 * federated parent, in its visible children; and the accounts assigned to the user.
 */
export function permissionsOf(id: RawBuilder<unknown>): RawBuilder<PermissionRow | null> {
  return sql`(select json_build_object('id', u.id, 'email', u.email, 'fullName', u.full_name,
      'state', u.state, 'stateBefore', u.state_before,
      'held', coalesce((select json_agg(held order by role, account) from (${heldRoles}) held), '[]'),
      'assigned', coalesce((select json_agg(json_build_object('name', name, 'id', id) order by name)
        from accounts where csm_id = u.id and deleted_at is null), '[]'))
    from users u where u.id = ${id})`
}

const heldRoles = sql`
  select g.role, '*' as account, null::bigint as id, null::boolean as "viewOnly" from role_grants g
    where g.user_id = u.id and g.account_id is null and g.role = any(${sql.lit(`{${everywhere}}`)})
  union
  select g.role, a.name, a.id, case when a.view_only then true end from role_grants g join accounts a on a.id = g.account_id
    where g.user_id = u.id and g.role = any(${sql.lit(`{${customers}}`)}) and a.deleted_at is null
  union
  select g.role, child.name, child.id, null from role_grants g
    join accounts parent on parent.id = g.account_id and parent.is_federated and parent.parent_id is null and parent.deleted_at is null
    join accounts child on child.parent_id = parent.id and child.is_federated and not child.view_only and child.deleted_at is null
    where g.user_id = u.id and g.role = any(${sql.lit(`{${customers}}`)})
  union
  select g.role, a.name, a.id, null from role_grants g join deployments d on d.stage = 'LIFT'
    join accounts a on a.id = d.account_id and a.deleted_at is null
    where g.user_id = u.id and g.account_id is null and g.role = any(${sql.lit(`{${liftRoles}}`)})`

/** The permissions in a row; null without a user and for users who may not work. */
export function parsePermissions(user: PermissionRow | null): UserPermissions | null {
  if (!user || !mayKeepSession(user)) return null
  const { held, assigned } = user
  const actor: Principal = {
    id: String(user.id),
    username: user.email,
    fullName: user.fullName,
    roles: held.map(({ role, account, viewOnly }) => ({ role, account, ...(viewOnly ? { viewOnly } : {}) })),
    assignedAccounts: assigned.map(({ name }) => name),
  }
  const accountIds = new Map<string, number>()
  for (const { account, id } of held) if (id !== null) accountIds.set(account, id)
  for (const { name, id } of assigned) accountIds.set(name, id)
  const version = createHash('sha256').update(JSON.stringify(actor)).digest('base64url').slice(0, 16)
  return { actor, accountIds, version }
}

/** Guessing a user's password locks new sign-ins, not the work under way; every other loss of *active* ends it. */
function mayKeepSession({ state, stateBefore }: PermissionRow): boolean {
  return state === 'active' || state === 'lockedOut' || (state === 'candidateForDeletion' && stateBefore === 'active')
}

import { sql } from 'kysely'
import { isVendor } from '#features/access/roles/contract.ts'
import { readAccounts } from '#features/accounts/accounts/contract.ts'
import { accountIn } from '#features/accounts/accounts/server/index.ts'
import { readUsers } from '#features/users/managed-users/contract.ts'
import { visibleUsersCondition } from '#features/users/managed-users/server/index.ts'
import { everyPermission, type Permission } from '#kit/contract/permission.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { hasPermission } from '#kit/server/has-permission.ts'
import { throwFieldProblem } from '#kit/server/http-problem.ts'
import type { Session } from '#kit/server/session.ts'
import { type AccessOptions, findPermissionOrRole, rolesGranting } from '../contract.ts'
import { findRoleAdmins, type RoleAdmin } from './find-role-admins.ts'

type Account = { readonly id: number; readonly name: string; readonly displayName: string }

/** How a user can get a permission, with details for the server alone. */
export type AccessOptionsDetail = {
  readonly wanted: Permission
  readonly account: Account | null
  readonly role: string | null
  readonly side: AccessOptions['side']
  readonly givers: readonly RoleAdmin[]
  /** When it was requested, if less than an hour ago. */
  readonly askedAt: Date | null
}

const NAMED = 3

/**
 * Which role would give the permission, and who can grant it; an account that the session may not see counts as
 * unknown.
 */
export async function findAccessOptions(
  db: Database | Tx,
  session: Session,
  { right, account: named }: { readonly right: string; readonly account?: string | undefined },
): Promise<AccessOptionsDetail> {
  const permission = findPermissionOrRole(right) ?? throwFieldProblem('right', 'is not a right')
  const account = named === undefined ? null : await accountIn(db, session, { name: named, permission: readAccounts })
  const [role = null] = rolesGranting(session.actor, permission, account?.name ?? null).sort(
    (one, other) => permissionsOf(one) - permissionsOf(other),
  )
  const way = { wanted: permission, account, role, askedAt: null }
  if (role === null || (await rolesComeFromOutside(db, session))) return { ...way, side: 'vendor', givers: [] }
  const isSeen = hasPermission(session, readUsers) ? visibleUsersCondition(session, readUsers) : sql`false`
  const place = placeOf(session, account)
  const roleAdmins = await findRoleAdmins(db, { role, accountId: place, askerId: session.userId, seen: isSeen })
  return { ...way, ...roleAdmins, askedAt: await lastAsked(db, session, permission.name, place) }
}

/** The same for the user: names only those whom they see. */
export function wayInOf({ wanted, role, side, givers, askedAt }: AccessOptionsDetail): AccessOptions {
  const seenGivers = givers.filter(({ seen }) => seen).slice(0, NAMED)
  return {
    right: wanted.name,
    role,
    side,
    givers: givers.length,
    named: seenGivers.map(({ fullName, role }) => ({ fullName, role })),
    askedAt: askedAt?.toISOString() ?? null,
  }
}

/** Staff hold their roles everywhere, whichever account they lacked the permission in. */
export function placeOf({ actor }: Session, account: Account | null): number | null {
  return isVendor(actor) ? null : (account?.id ?? null)
}

async function lastAsked(db: Database | Tx, { userId }: Session, right: string, place: number | null) {
  const { rows } = await sql<{ at: Date }>`
    select asked_at as at from access_requests where user_id = ${userId} and wanted = ${right}
      and account_id is not distinct from ${place}::bigint and asked_at >= now() - interval '1 hour'`.execute(db)
  return rows[0]?.at ?? null
}

/** Whether an external provider sets the user's roles: then they cannot be granted here. */
async function rolesComeFromOutside(db: Database | Tx, { userId }: Session): Promise<boolean> {
  const { rows } = await sql`
    select 1 from users u join identity_providers p on p.issuer = u.issuer
    where u.id = ${userId} and p.use_external_acl`.execute(db)
  return rows.length > 0
}

function permissionsOf(role: string): number {
  return everyPermission().filter(({ grants }) => grants.some((grant) => grant.role === role)).length
}

import { type RawBuilder, sql } from 'kysely'
import { findExternalProvider } from '#features/users/sign-in-mail/server/index.ts'
import type { UserState } from '#features/users/users/contract.ts'
import { normaliseEmail } from '#kit/contract/email-address.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { accountsAllowed, type Permission } from '#kit/contract/permission.ts'
import type { Tx } from '#kit/server/database.ts'
import { hasPermission } from '#kit/server/has-permission.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { Session } from '#kit/server/session.ts'
import { managedUserProblems, readUsers } from '../contract.ts'
import { visibleUsersCondition } from './visible-users.ts'

/** A user as the commands that manage users see them, their row locked. */
export type ManagedUser = {
  readonly id: number
  readonly email: string
  readonly fullName: string
  readonly state: UserState
  readonly stateBefore: UserState | null
  readonly issuer: string | null
  /** Their provider's own id of the user. */
  readonly subject: string | null
  /**
   * The external provider whose directory the portal manages them in; null for the portal's own, and where it only
   * signs them in.
   */
  readonly directory: string | null
  readonly isVendor: boolean
  readonly externalAcl: boolean
  readonly version: number
  readonly roles: readonly {
    readonly role: string
    readonly account: string | null
    readonly accountId: number | null
  }[]
}

/** Whether the portal manages users in the directory of the provider `p`, besides letting them sign in with it. */
export const isManaged = sql<boolean>`(p.enabled and p.management_url is not null and p.management_secret is not null)`

/** Roles that only an administrator grants, so that only an administrator manages users with them. */
const PRIVILEGED_ROLES: readonly string[] = ['ADMIN', 'CENTRAL']

/** A user visible to the session, locked; otherwise 404. */
export async function lockUser(tx: Tx, session: Session, id: string): Promise<ManagedUser> {
  const user = await userWhere(tx, sql`u.id = ${Number(id)} and ${visibleUsersCondition(session, readUsers)}`)
  return user ?? throwProblem(managedUserProblems['user-not-found'])
}

/** The same by user name. */
export async function lockUserCalled(tx: Tx, session: Session, username: string): Promise<ManagedUser> {
  const user = await userWhere(
    tx,
    sql`u.email = ${normaliseEmail(username)} and ${visibleUsersCondition(session, readUsers)}`,
  )
  return user ?? throwProblem(managedUserProblems['user-not-found'])
}

/** A user as stored, locked, regardless of the caller; for jobs. */
export async function userWhere(tx: Tx, condition: RawBuilder<unknown>): Promise<ManagedUser | undefined> {
  // Locked by its own statement: one that waits for the lock would read the roles from before the wait.
  await sql`select 1 from users u where ${condition} for update of u`.execute(tx)
  const { rows } = await sql<ManagedUser>`
    select u.id, u.email, u.full_name as "fullName", u.state, u.state_before as "stateBefore", u.issuer, u.subject, u.is_vendor as "isVendor", u.version,
      (select p.id from identity_providers p where p.issuer = u.issuer and ${isManaged}) as directory,
      exists (select 1 from identity_providers p where p.issuer = u.issuer and p.use_external_acl) as "externalAcl",
      coalesce((select json_agg(json_build_object('role', g.role, 'account', a.name, 'accountId', a.id))
        from role_grants g left join accounts a on a.id = g.account_id where g.user_id = u.id), '[]') as roles
    from users u where ${condition}`.execute(tx)
  return rows[0]
}

/**
 * Rejects unless the session may manage this user by the permission: held everywhere it covers all users, but users
 * with the highest roles only for those who have them; held in accounts it covers users who have roles in no others.
 */
export function requireCanManage(session: Session, permission: Permission, user: ManagedUser): void {
  const name = user.fullName
  if (accountsAllowed(session.actor, permission)[0] === '*') {
    const above = user.roles.some(({ role }) => PRIVILEGED_ROLES.includes(role))
    if (above && !session.actor.roles.some(({ role }) => role === 'ADMIN'))
      throwProblem(managedUserProblems['insufficient-privilege'], { name })
    return
  }
  if (user.isVendor) throwProblem(managedUserProblems['insufficient-privilege'], { name })
  const accounts = user.roles.flatMap(({ account }) => account ?? [])
  const mine = accounts.filter((account) => hasPermission(session, permission, account))
  if (mine.length === 0)
    throwProblem(kitProblems['access-denied'], {
      permission: permission.name,
      ...(accounts[0] ? { account: accounts[0] } : {}),
    })
  if (mine.length < accounts.length) throwProblem(managedUserProblems['user-out-of-scope'], { name })
}

/** Rejects an action of users on themselves. */
export function requireNotSelf(session: Session, user: ManagedUser): void {
  if (user.id === session.userId) throwProblem(managedUserProblems['cannot-target-self'])
}

/** Rejects an action that only their own identity provider can do. */
export function requireManageable({ issuer, directory }: ManagedUser): void {
  if (issuer !== null && directory === null) throwProblem(managedUserProblems['managed-by-external-identity-provider'])
}

/** Rejects a new password for a user whose address is routed to an external provider: they could never use it. */
export async function requireLocalCredentials(
  { config }: Pick<AppContext, 'config'>,
  tx: Tx,
  { email, fullName: name, issuer }: ManagedUser,
): Promise<void> {
  const provider = issuer === null ? await findExternalProvider(tx, config, { email, issuer }) : undefined
  if (provider) throwProblem(managedUserProblems['uses-external-provider'], { name, provider: provider.name })
}

/** The account of an event about the user: their only one, or none. */
export function accountOf({ roles }: ManagedUser): number | null {
  const ids = new Set(roles.flatMap(({ accountId }) => accountId ?? []))
  return ids.size === 1 ? ([...ids][0] ?? null) : null
}

/** Rejects when no administrator who can sign in would be left. Concurrent calls wait for each other. */
export async function requireAnotherAdmin(tx: Tx, user: ManagedUser): Promise<void> {
  if (!user.roles.some(({ role }) => role === 'ADMIN')) return
  await sql`select pg_advisory_xact_lock(hashtextextended('administrators', 13))`.execute(tx)
  const { rows } = await sql`
    select 1 from role_grants g join users u on u.id = g.user_id
    where g.role = 'ADMIN' and g.account_id is null and u.state = 'active' and u.id <> ${user.id} limit 1`.execute(tx)
  if (rows.length === 0) throwProblem(managedUserProblems['last-administrator'], { name: user.fullName })
}

import { sql } from 'kysely'
import { type ManagedUser, requireAnotherAdmin, requireSeat } from '#features/users/managed-users/server/index.ts'
import { writeRoles } from '#features/users/users/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import type { EventActor } from '#kit/server/events/event.ts'
import { HttpProblem } from '#kit/server/http-problem.ts'
import type { MappedRole } from '../contract.ts'
import { holdsRole } from './holds-role.ts'
import type { RoleChange } from './read-change.ts'

/** What prevented the grant or revocation of a provider's role. */
export type RoleSyncWarning = 'seats-taken' | 'last-administrator'

/**
 * Sets a user's roles to those from their identity provider, at sign-in. A full account grants none, the last
 * administrator stays one, and an unknown account grants nothing; the sign-in continues, with a warning.
 */
export async function setRolesOfProvider(
  tx: Tx,
  actor: EventActor,
  user: ManagedUser,
  mappedRoles: readonly MappedRole[],
): Promise<RoleSyncWarning[]> {
  const hindrances = new Set<RoleSyncWarning>()
  const roles = await withAccounts(tx, mappedRoles)
  const takenRoles: RoleChange[] = []
  for (const grant of user.roles) {
    if (roles.some((role) => role.role === grant.role && role.accountId === grant.accountId)) continue
    if (grant.role === 'ADMIN' && (await rejects(() => requireAnotherAdmin(tx, user))))
      hindrances.add('last-administrator')
    else takenRoles.push({ ...grant, add: false })
  }
  const givenRoles = roles.filter((role) => !holdsRole(user, role))
  for (const accountId of new Set([...takenRoles, ...givenRoles].map((change) => change.accountId))) {
    const inAccount = (changes: readonly RoleChange[]) => changes.filter((change) => change.accountId === accountId)
    const changes = { given: inAccount(givenRoles), taken: inAccount(takenRoles) }
    const hasSeat = accountId === null || user.roles.some((grant) => grant.accountId === accountId)
    await sql`savepoint roles_of_account`.execute(tx)
    await writeRoles(tx, actor, user.id, changes)
    if (!hasSeat && (await rejects(() => requireSeat(tx, accountId)))) {
      await sql`rollback to savepoint roles_of_account`.execute(tx)
      await writeRoles(tx, actor, user.id, { given: [], taken: changes.taken })
      hindrances.add('seats-taken')
    }
  }
  return [...hindrances]
}

async function withAccounts(tx: Tx, mappedRoles: readonly MappedRole[]): Promise<RoleChange[]> {
  const names = mappedRoles.flatMap(({ account }) => account ?? [])
  const rows = names.length
    ? await tx
        .selectFrom('accounts')
        .select(['id', 'name'])
        .where('name', 'in', names)
        .where('deleted_at', 'is', null)
        .execute()
    : []
  const ids = new Map(rows.map(({ id, name }) => [name, id]))
  const changeByKey = new Map<string, RoleChange>()
  for (const { role, account } of mappedRoles) {
    const accountId = account === null ? null : ids.get(account)
    if (accountId !== undefined) changeByKey.set(`${role}:${account ?? ''}`, { role, account, accountId, add: true })
  }
  return [...changeByKey.values()]
}

async function rejects(ask: () => Promise<void>): Promise<boolean> {
  try {
    await ask()
    return false
  } catch (failure) {
    if (failure instanceof HttpProblem) return true
    throw failure
  }
}

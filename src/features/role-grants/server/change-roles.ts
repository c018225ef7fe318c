import { sql } from 'kysely'
import { customerRoles, isVendorRole } from '#features/roles/contract.ts'
import { managedUserProblems } from '#features/user-management/contract.ts'
import { type Person, requireAnotherAdmin, requireSeat } from '#features/user-management/server/index.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { Tx } from '#kit/server/database.ts'
import { type Doer, recordEvent } from '#kit/server/events/event.ts'
import { refuse } from '#kit/server/refusal.ts'
import type { Session } from '#kit/server/session.ts'
import { mayGrant, roleProblems, rolesChangedBy } from '../contract.ts'
import type { RoleChange } from './read-change.ts'

/** Who changes roles: their rights decide, and their name stands in the record. */
export type Giver = { readonly session: Session; readonly doer: Doer }

/**
 * Gives and takes roles, all or nothing: the granting rule holds for each, nobody raises their own rights, the last
 * administrator stays, and an account has no more people than seats. What is so already changes nothing.
 */
export async function changeRoles(
  tx: Tx,
  { session, doer }: Giver,
  person: Person,
  changes: readonly RoleChange[],
): Promise<boolean> {
  if (person.externalAcl) refuse(managedUserProblems['managed-by-external-identity-provider'])
  const given = changes.filter((change) => change.add && !holdsRole(person, change))
  const taken = changes.filter((change) => !change.add && holdsRole(person, change))
  for (const change of [...given, ...taken]) requireMayGrant(session, change)
  if (given.length > 0 && person.id === session.personId) refuse(roleProblems['rights-not-raised-by-oneself'])
  if (taken.some(({ role }) => role === 'ADMIN')) await requireAnotherAdmin(tx, person)
  if (given.length + taken.length === 0) return false

  for (const { role, accountId } of taken)
    await sql`delete from role_grants where user_id = ${person.id} and role = ${role} and account_id is not distinct from ${accountId}::bigint`.execute(
      tx,
    )
  for (const { role, accountId } of given)
    await tx
      .insertInto('role_grants')
      .values({ user_id: person.id, role, account_id: accountId, granted_by: session.personId })
      .execute()
  for (const accountId of new Set(given.flatMap((change) => change.accountId ?? []))) await requireSeat(tx, accountId)
  await tx
    .updateTable('users')
    .set({ version: person.version + 1, updated_at: sql<Date>`now()` })
    .where('id', '=', person.id)
    .execute()
  await record(tx, doer, person, { given, taken })
  return true
}

function requireMayGrant({ actor, token }: Session, { role, account }: RoleChange): void {
  const known = isVendorRole(role) || Object.hasOwn(customerRoles, role)
  if (!known || isVendorRole(role) !== (account === null)) refuse(roleProblems['role-unknown'], { role })
  if (token?.permissions) refuse(kitProblems['access-denied'], { permission: 'of the whole person' })
  if (!mayGrant(actor, role, account)) refuse(managedUserProblems['roles-not-allowed'], { role })
}

function holdsRole({ roles }: Person, { role, accountId }: RoleChange): boolean {
  return roles.some((held) => held.role === role && held.accountId === accountId)
}

/** One event an account, so that each account's own people read what concerns it, and no more. */
async function record(
  tx: Tx,
  doer: Doer,
  person: Person,
  { given, taken }: Record<'given' | 'taken', readonly RoleChange[]>,
): Promise<void> {
  const accounts = new Map([...given, ...taken].map(({ account, accountId }) => [accountId, account]))
  for (const [accountId, account] of accounts) {
    const names = (changes: readonly RoleChange[]) =>
      changes
        .filter((change) => change.accountId === accountId)
        .map(({ role }) => (account ? `${role}:${account}` : role))
    const data = { given: names(given), taken: names(taken) }
    await recordEvent(tx, rolesChangedBy, doer, { subject: person.id, account: accountId, data })
  }
}

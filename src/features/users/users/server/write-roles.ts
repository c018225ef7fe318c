import { deleteRoleGrants, insertRoleGrant, touchUser } from '#features/access/user-records/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { type EventActor, recordEvent } from '#kit/server/events/event.ts'
import { rolesChangedBy } from '../contract.ts'

/** A role as it is held: a vendor role everywhere, a customer role in an account. */
export type HeldRole = {
  readonly role: string
  readonly account: string | null
  readonly accountId: number | null
}

/** Roles to grant and to revoke; no-op changes are skipped. */
export type RoleChanges = Readonly<Record<'given' | 'taken', readonly HeldRole[]>>

/**
 * Grants and revokes roles of a user: the one command that writes them. Its callers have checked that it is allowed.
 * Actual changes are recorded as one event for each account, so that each account's users read what concerns it, and no
 * more.
 */
export async function writeRoles(
  tx: Tx,
  actor: EventActor,
  userId: number,
  { given, taken }: RoleChanges,
): Promise<void> {
  const removedRoles: HeldRole[] = []
  for (const heldRole of taken) {
    const { role, accountId } = heldRole
    if (await deleteRoleGrants(tx, { userId, role, accountId })) removedRoles.push(heldRole)
  }
  const addedRoles: HeldRole[] = []
  for (const heldRole of given) {
    const grant = {
      user_id: userId,
      role: heldRole.role,
      account_id: heldRole.accountId,
      granted_by: actor.userId ?? null,
    }
    if (await insertRoleGrant(tx, grant)) addedRoles.push(heldRole)
  }
  await record(tx, actor, userId, { given: addedRoles, taken: removedRoles })
}

async function record(tx: Tx, actor: EventActor, userId: number, { given, taken }: RoleChanges): Promise<void> {
  const accounts = new Map([...given, ...taken].map(({ account, accountId }) => [accountId, account]))
  if (accounts.size === 0) return
  await touchUser(tx, userId)
  for (const [accountId, account] of accounts) {
    const names = (changes: readonly HeldRole[]) =>
      changes.filter((role) => role.accountId === accountId).map(({ role }) => (account ? `${role}:${account}` : role))
    const data = { given: names(given), taken: names(taken) }
    await recordEvent(tx, rolesChangedBy, actor, { subject: userId, account: accountId, data })
  }
}

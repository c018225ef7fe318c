import { sql } from 'kysely'
import type { Person } from '#features/user-management/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { type Doer, recordEvent } from '#kit/server/events/event.ts'
import { rolesChangedBy } from '../contract.ts'
import type { RoleChange } from './read-change.ts'

/** Roles that are given and taken; none that is so already. */
export type RoleChanges = Record<'given' | 'taken', readonly RoleChange[]>

/** Writes roles as they are from now on; who may do so has been asked. `giver` is null where no person gave them. */
export async function writeRoles(
  tx: Tx,
  person: Person,
  { given, taken }: RoleChanges,
  giver: number | null,
): Promise<void> {
  for (const { role, accountId } of taken)
    await sql`delete from role_grants where user_id = ${person.id} and role = ${role} and account_id is not distinct from ${accountId}::bigint`.execute(
      tx,
    )
  for (const { role, accountId } of given)
    await tx
      .insertInto('role_grants')
      .values({ user_id: person.id, role, account_id: accountId, granted_by: giver })
      .execute()
}

/** Records the change: one event an account, so that each account's own people read what concerns it, and no more. */
export async function recordRoles(tx: Tx, doer: Doer, person: Person, { given, taken }: RoleChanges): Promise<void> {
  await tx
    .updateTable('users')
    .set({ version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where('id', '=', person.id)
    .execute()
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

/** Whether the person has the role of the change already. */
export function holdsRole({ roles }: Person, { role, accountId }: Pick<RoleChange, 'role' | 'accountId'>): boolean {
  return roles.some((held) => held.role === role && held.accountId === accountId)
}

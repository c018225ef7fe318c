import { sql } from 'kysely'
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
  const gone: HeldRole[] = []
  for (const held of taken) {
    const { rows } = await sql`
      delete from role_grants where user_id = ${userId} and role = ${held.role} and account_id is not distinct from ${held.accountId}::bigint returning 1`.execute(
      tx,
    )
    if (rows.length > 0) gone.push(held)
  }
  const added: HeldRole[] = []
  for (const held of given) {
    const row = await tx
      .insertInto('role_grants')
      .values({ user_id: userId, role: held.role, account_id: held.accountId, granted_by: actor.userId ?? null })
      .onConflict((conflict) => conflict.doNothing())
      .returning('user_id')
      .executeTakeFirst()
    if (row) added.push(held)
  }
  await record(tx, actor, userId, { given: added, taken: gone })
}

async function record(tx: Tx, actor: EventActor, userId: number, { given, taken }: RoleChanges): Promise<void> {
  const accounts = new Map([...given, ...taken].map(({ account, accountId }) => [accountId, account]))
  if (accounts.size === 0) return
  await tx
    .updateTable('users')
    .set({ version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .execute()
  for (const [accountId, account] of accounts) {
    const names = (changes: readonly HeldRole[]) =>
      changes.filter((held) => held.accountId === accountId).map(({ role }) => (account ? `${role}:${account}` : role))
    const data = { given: names(given), taken: names(taken) }
    await recordEvent(tx, rolesChangedBy, actor, { subject: userId, account: accountId, data })
  }
}

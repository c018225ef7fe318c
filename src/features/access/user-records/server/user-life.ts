import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { change, changeWhere, newVersion } from './user-table.ts'

/** A user as they are created. */
type NewUser = {
  readonly email: string
  readonly fullName: string
  /** `provisioned` has yet to sign in. */
  readonly state: 'provisioned' | 'active'
  readonly issuer?: string | null
  readonly subject?: string | null
}

/** Creates a user; returns the id. The caller records the event. */
export async function createUser(tx: Tx, { email, fullName, state, issuer, subject }: NewUser): Promise<number> {
  const values = { email, full_name: fullName, state, issuer: issuer ?? null, subject: subject ?? null }
  const { id } = await tx.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

/** A user (locked) can sign in, or again: they have chosen a password, or a lock is over. */
export function activateUser(tx: Tx, id: number): Promise<void> {
  return change(tx, id, { state: 'active', state_before: null })
}

/** A user who signed up, and has not been activated meanwhile, is active under the name that they confirmed. */
export async function completeSignUp(tx: Tx, id: number, fullName: string): Promise<void> {
  await changeWhere(tx, sql<boolean>`id = ${id} and state in ('staged', 'provisioned')`, {
    full_name: fullName,
    state: 'active',
    state_before: null,
    ...newVersion,
  })
}

/** An active user cannot sign in for a while, after too many guesses. */
export function lockOutUser(tx: Tx, id: number): Promise<void> {
  return change(tx, id, { state: 'lockedOut', state_before: 'active' })
}

/** A user (locked) enters another state; `candidate` is since when they are to be deleted: from now, as before, or not. */
export function moveUser(
  tx: Tx,
  id: number,
  { to, before, candidate }: { to: string; before: string | null; candidate: 'now' | 'as-before' | 'no' },
): Promise<void> {
  const since = { now: sql<Date>`now()`, 'as-before': sql<Date>`candidate_since`, no: null }[candidate]
  return change(tx, id, { state: to, state_before: before, candidate_since: since, ...newVersion })
}

/** Nothing of a user (locked) remains but that they existed; nobody has them as manager. */
export async function eraseUserData(tx: Tx, { id, email }: { id: number; email: string }): Promise<void> {
  await changeWhere(tx, sql<boolean>`manager_email = ${email}`, { manager_email: null })
  await change(tx, id, {
    email: `former-${id}@erased.invalid`,
    full_name: 'Former user',
    job_title: null,
    phone: null,
    manager_email: null,
    issuer: null,
    subject: null,
    last_login_at: null,
    last_idp_login_at: null,
    subscriptions: [],
    notification_blocking: true,
    erased_at: sql<Date>`now()`,
    version: newVersion.version,
  })
}

/** Deletes users of a condition on the columns of `users` who never came: no other row names them. */
export async function deleteUnusedUsers(tx: Tx, whom: RawBuilder<boolean>): Promise<void> {
  await tx.deleteFrom('users').where(whom).execute()
}

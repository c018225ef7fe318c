import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { change, changeWhere, newVersion, type UserColumns } from './user-table.ts'

/** A user signs in now. */
export function noteSignIn(tx: Tx, id: number): Promise<void> {
  return change(tx, id, { last_login_at: sql<Date>`now()`, last_idp_login_at: sql<Date>`now()` })
}

/** A user signed in with their directory, here or elsewhere. */
export function noteDirectorySignIn(
  tx: Tx,
  id: number,
  at: NonNullable<UserColumns['last_idp_login_at']>,
): Promise<void> {
  return change(tx, id, { last_idp_login_at: at })
}

/** The first sign-in of a user (locked) with a provider binds them to its subject. */
export function bindUser(
  tx: Tx,
  id: number,
  { issuer, subject, state }: { issuer: string; subject: string; state: string },
): Promise<void> {
  return change(tx, id, { issuer, subject, state, version: newVersion.version })
}

/** Another provider, or (null) the portal, manages a user (locked) from now on; their next sign-in binds them. */
export function moveToProvider(
  tx: Tx,
  id: number,
  { issuer, state }: { issuer: string | null; state: string },
): Promise<void> {
  return change(tx, id, { issuer, subject: null, directory_group: null, state, ...newVersion })
}

/** The directory of a user knows them by this subject. */
export function identifyUser(tx: Tx, id: number, subject: string): Promise<void> {
  return change(tx, id, { subject })
}

/** A user is as their directory has them: in a state (of one marked for deletion: the state before), by a name. */
export function followDirectory(
  tx: Tx,
  id: number,
  { state, stateBefore, fullName }: { state?: string; stateBefore?: string; fullName?: string | undefined },
): Promise<void> {
  return change(tx, id, {
    ...(state !== undefined && { state }),
    ...(stateBefore !== undefined && { state_before: stateBefore }),
    ...(fullName !== undefined && { full_name: fullName }),
    version: newVersion.version,
  })
}

/** Users of a condition on the columns of `users` are in this group of their directory, or in none. */
export async function setDirectoryGroup(tx: Tx, whom: RawBuilder<boolean>, group: string | null): Promise<void> {
  await changeWhere(tx, whom, { directory_group: group })
}

import { sql } from 'kysely'
import { followDirectory, identifyUser, noteDirectorySignIn } from '#features/access/user-records/server/index.ts'
import { accountOf, type ManagedUser } from '#features/users/managed-users/server/index.ts'
import type { UserState } from '#features/users/users/contract.ts'
import { endAccessOf } from '#features/users/users/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { type EventActor, fromTo, recordEvent } from '#kit/server/events/event.ts'
import { userEvents } from '../contract.ts'
import type { Entry } from './directory.ts'
import { syncMfaGroup } from './sync-mfa-group.ts'
import { DIRECTORY_LINE } from './update-directory.ts'

/**
 * Applies the directory's data of a user (locked). The portal's own directory decides only whether there is a
 * credential; an external one decides everything, once all decisions made here were delivered to it. A user missing
 * there is deactivated; a user that it was requested to create is known by its id from then on. Marks for deletion stay, and the
 * state behind them changes. The name is applied when it was changed there (`profile`): otherwise it may have been
 * changed here.
 */
export async function applyDirectoryUser(
  tx: Tx,
  user: ManagedUser,
  { entry, profile = false, actor }: { entry: Entry | undefined; profile?: boolean | undefined; actor: EventActor },
): Promise<void> {
  const state = entry?.state ?? 'deprovisioned'
  const isMarked = user.state === 'candidateForDeletion' || user.state === 'approvedForDeletion'
  const before = isMarked ? (user.stateBefore ?? 'active') : user.state
  const mayBelieve = user.directory ? await hasReceivedAll(tx, user) : openHere(user.state)
  if (entry && user.directory && user.subject === null) await knownAs(tx, user.id, entry.subject)
  const isNewState = mayBelieve && state !== before
  const name = profile && entry?.fullName && entry.fullName !== user.fullName ? entry.fullName : undefined
  if (entry?.lastLogin && user.directory) await noteDirectorySignIn(tx, user.id, entry.lastLogin)
  if (!isNewState && name === undefined) return
  await followDirectory(tx, user.id, {
    ...(isNewState && (isMarked ? { stateBefore: state } : { state })),
    fullName: name,
  })
  const changes = {
    ...(isNewState && { userState: fromTo(before, state) }),
    ...(name !== undefined && { fullName: fromTo(user.fullName, name) }),
  }
  const data = { directory: state, changes }
  await recordEvent(tx, userEvents.userSynced, actor, { subject: user.id, account: accountOf(user), data })
  if (isNewState && !isMarked && state !== 'active') await endAccessOf(tx, { userId: user.id, actor })
}

async function knownAs(tx: Tx, id: number, subject: string): Promise<void> {
  await identifyUser(tx, id, subject)
  await syncMfaGroup(tx, sql`u.id = ${id}`)
}

/** Decisions made here (suspended, marked, a reset under way) are not for the portal's own directory to undo. */
function openHere(state: UserState): boolean {
  return state === 'staged' || state === 'provisioned' || state === 'active'
}

/** Whether no message waits that would change the directory's data, and none has failed. */
async function hasReceivedAll(tx: Tx, { id }: ManagedUser): Promise<boolean> {
  const { rows } = await sql`
    select 1 from outbox where line = ${DIRECTORY_LINE} and subject = ${String(id)} and operation not in ('read', 'joinGroup', 'leaveGroup')
      and state in ('WAITING', 'FAILED') limit 1`.execute(tx)
  return rows.length === 0
}

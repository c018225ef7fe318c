import type { UserState } from '#features/users/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import type { Person } from './person.ts'

/**
 * Where people's credentials are kept: the portal's own directory, or an outside one. Every verb runs in the transaction
 * of the call, so an outside directory queues what it has to tell there and tells it after the commit.
 */
export type Directory = {
  /** The state in which the directory has the person: provisioned while they have no credential yet, else active. */
  stateOf(tx: Tx, person: Person): Promise<UserState>
  /** Sends the person the way to their first password. */
  sendInvitation(tx: Tx, person: Person): Promise<void>
  /** Sends the person the way to a new password; the old one no longer opens. */
  resetPassword(tx: Tx, person: Person): Promise<void>
  /** Takes away second factors and recovery codes. */
  resetFactors(tx: Tx, person: Person): Promise<void>
}

import type { MachineAccess } from '#features/access/machine-access/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import type { EventActor } from '#kit/server/events/event.ts'
import type { OwnedItems } from '../contract.ts'

type UserRef = { readonly id: number; readonly username: string }

/** What features of higher areas keep of users, given to the deletion of users. */
export type UserRecords = {
  /** The open cases of a user. */
  casesOf(db: Database, userId: number): Promise<Pick<OwnedItems, 'assigned' | 'reported' | 'watched'>>
  /** Transfers the open cases of `from` to `to`; returns how many, and how many cases `to` watches now besides. */
  transferCases(
    tx: Tx,
    actor: EventActor,
    from: UserRef,
    to: UserRef,
  ): Promise<{ readonly cases: number; readonly watches: number }>
  /** Machine access that users answer for. */
  readonly machineAccesses: readonly MachineAccess[]
  /** Each removes what one feature keeps of an erased user. */
  readonly erase: readonly ((tx: Tx, userId: number) => Promise<void>)[]
}

import type { Permission } from '#kit/contract/permission.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import type { EventActor } from '#kit/server/events/event.ts'
import type { Session } from '#kit/server/session.ts'

/** What features of higher areas do for accounts. */
export type AccountRecords = {
  /** The plugins of each account that the user sees, as one text by the account's id. */
  pluginsByAccount(db: Database, session: Session): Promise<ReadonlyMap<string, string>>
  /** The permission to see all cases of an account; figures of cases need it. */
  readonly readEveryCase: Permission
  /** The number of cases of an account that a user sees. */
  casesSeenIn(tx: Tx, session: Session, accountId: number): Promise<number>
  /** The number of releases of an account that a user sees. */
  releasesSeenIn(tx: Tx, session: Session, accountId: number): Promise<number>
  /** Approves the deletion of a user whose only account is erased; leaves users who cannot be deleted. */
  deleteWithAccount(tx: Tx, userId: number, actor: EventActor): Promise<void>
}

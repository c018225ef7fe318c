import type { ConnectionMonitor } from '#features/platform/connections/server/index.ts'
import type { UserMove, UserState } from '#features/users/users/contract.ts'
import type { Gate, Rate } from '#kit/server/vendor/gate.ts'

/** The user that a directory is queried for. */
export type Who = {
  /** The directory's own id of the user; null while unknown here. */
  readonly subject: string | null
  readonly email: string
  readonly fullName: string
}

/** A user in the directory. */
export type Entry = {
  readonly subject: string
  readonly state: UserState
  /** Null where the directory has no name of the user. */
  readonly fullName: string | null
  readonly lastLogin: Date | null
}

/** An event of a user in a directory, as far as it matters here. */
export type DirectoryEvent = {
  /** The directory's own id of the event: it may arrive more than once. */
  readonly id: string
  readonly at: Date
  readonly subject: string
  /** Whether it changed the user's name. */
  readonly profile: boolean
  /** The group that the user entered or left; null when the event was about the user alone. */
  readonly group: { readonly id: string; readonly isMember: boolean } | null
}

/** Decisions of the portal about a user that are sent to an external directory. */
export const syncedTransitions = ['suspend', 'unsuspend', 'unlock', 'deactivate'] as const satisfies readonly UserMove[]
export type SyncedTransition = (typeof syncedTransitions)[number]

/**
 * Where users' credentials are stored: the portal's own directory (the default), or an external one. Every command
 * describes the wanted state, so that repeating it does no harm; failures are an `IntegrationError`. `since` is set
 * when a command is repeated after a crash: it may have been done from that moment on.
 */
export type Directory = {
  /** The user's current entry; undefined when the directory has no user of that id or, without an id, address. */
  read(who: Who): Promise<Entry | undefined>
  /**
   * Sends the user instructions for their first credential; creates them if the address is unknown to the directory. A
   * user who has a credential, or was blocked, stays unchanged.
   */
  invite(who: Who): Promise<void>
  /** Sends the user instructions for a new password; the old one is void. */
  resetPassword(who: Who, since?: Date): Promise<void>
  /** Removes second factors and recovery codes. */
  resetFactors(who: Who): Promise<void>
  /** Reactivates the user, whatever blocked them; a user without a credential gets instructions for one. */
  reactivate(who: Who): Promise<void>
  /** Ends the user's sessions with the directory itself. */
  endSessions(who: Who): Promise<void>
  /** Deletes the user for good. */
  erase(who: Who): Promise<void>
  /** Applies a decision of the portal. Absent where only the portal decides. */
  follow?(who: Who, move: SyncedTransition): Promise<void>
  /** Adds the user to a group of the directory (its own id of it), or removes them. Absent without groups. */
  setMember?(who: Who, group: string, isMember: boolean): Promise<void>
  /** Makes a call that needs address and credential, and changes nothing. Absent where nothing is called. */
  check?(): Promise<void>
  /** All users there, in batches. Absent where nothing changes without the portal. */
  everybody?(): AsyncIterable<readonly Entry[]>
  /** Events since the moment, oldest first, in batches; some of them more than once. */
  eventsSince?(moment: Date): AsyncIterable<readonly DirectoryEvent[]>
}

/** Operations of a directory on a user. */
export type DirectoryOperation = 'invite' | 'resetPassword' | 'resetFactors' | 'reactivate' | 'endSessions' | 'erase'

/** How an integration opens an external directory, from an administrator's settings (the secret decrypted). */
export type OpenDirectory = (connection: DirectoryConnection) => Directory
export type DirectoryConnection = {
  readonly name: string
  readonly url: string
  readonly secret: string
  /** Called when requests to the directory pause because it fails too often, and when it is back; and at each call. */
  readonly monitor?: ConnectionMonitor
  /** Limit and circuit for all processes; by default of this one. */
  readonly gate?: (rate: Rate) => Gate
  /** Attempts of a call at most. */
  readonly tries?: number
}

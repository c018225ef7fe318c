import type { UserMove, UserState } from '#features/users/users/contract.ts'

/** Whom a directory is asked about. */
export type Who = {
  /** The directory's own id of the person; null while it is not known here. */
  readonly subject: string | null
  readonly email: string
  readonly fullName: string
}

/** A person as the directory has them. */
export type Entry = {
  readonly subject: string
  readonly state: UserState
  /** Null where the directory has no name of the person. */
  readonly fullName: string | null
  readonly lastLogin: Date | null
}

/** Something that happened to somebody in a directory, as far as it matters here. */
export type DirectoryEvent = {
  /** The directory's own id of it: it may be told more than once. */
  readonly id: string
  readonly at: Date
  readonly subject: string
  /** Whether it changed the person's name. */
  readonly profile: boolean
  /** The group that the person came into or left; null when it was about the person alone. */
  readonly group: { readonly id: string; readonly isMember: boolean } | null
}

/** What the portal decides about a person by itself, and an outside directory is told. */
export const syncedTransitions = ['suspend', 'unsuspend', 'unlock', 'deactivate'] as const satisfies readonly UserMove[]
export type SyncedTransition = (typeof syncedTransitions)[number]

/**
 * Where people's credentials are kept: the portal's own directory (the default), or an outside one. Every verb says how
 * things are to be, so that asking twice does no harm; what cannot be done is a `VendorError`. `since` is set when a verb
 * is asked again after a crash: from that moment on it may have been done already.
 */
export type Directory = {
  /** The person as the directory has them now; undefined when it has nobody of that id or, without an id, address. */
  read(who: Who): Promise<Entry | undefined>
  /** Sends the person the way to their first credential; makes them where the directory has nobody of that address. Whoever has one, or was shut out, stays as they are. */
  invite(who: Who): Promise<void>
  /** Sends the person the way to a new password; the old one no longer opens. */
  resetPassword(who: Who, since?: Date): Promise<void>
  /** Takes away second factors and recovery codes. */
  resetFactors(who: Who): Promise<void>
  /** Lets the person in again, whatever kept them out; somebody without a credential is sent the way to one. */
  reactivate(who: Who): Promise<void>
  /** Ends the sessions that the person has with the directory itself. */
  endSessions(who: Who): Promise<void>
  /** Forgets the person for good. */
  erase(who: Who): Promise<void>
  /** Does as the portal decided. Absent where the portal's word is all that counts. */
  follow?(who: Who, move: SyncedTransition): Promise<void>
  /** Puts the person into a group of the directory (its own id of it), or takes them out. Absent where there are no groups. */
  setMember?(who: Who, group: string, isMember: boolean): Promise<void>
  /** Everybody there is, in portions. Absent where nothing changes behind the portal's back. */
  everybody?(): AsyncIterable<readonly Entry[]>
  /** What happened there from the moment on, the oldest first, in portions; some of it more than once. */
  eventsSince?(moment: Date): AsyncIterable<readonly DirectoryEvent[]>
}

/** What a directory can be asked to do about a person. */
export type DirectoryOperation = 'invite' | 'resetPassword' | 'resetFactors' | 'reactivate' | 'endSessions' | 'erase'

/** How an integration opens an outside directory, from what an administrator entered (the secret unsealed). */
export type OpenDirectory = (connection: DirectoryConnection) => Directory
export type DirectoryConnection = {
  readonly name: string
  readonly url: string
  readonly secret: string
  /** To be told when the directory is left alone because it fails too often, and when it is back. */
  onCircuit?(isOpen: boolean): void
}

import type { Tx } from '#kit/server/database.ts'
import { enqueueOutboxMessage } from '#kit/server/outbox/outbox-message.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { DirectoryOperation, SyncedTransition, Who } from './directory.ts'
import { embeddedDirectory } from './embedded-directory.ts'
import type { ManagedUser } from './managed-user.ts'

/** The line of the outbox for outside directories; its subjects are ids of people. */
export const DIRECTORY_LINE = 'directory'

/** What a letter to an outside directory says; `provider` is the id of the identity provider. */
export type DirectoryMessage = {
  readonly provider: string
  readonly who: Who
  /** Of a reading: whether it takes over the name as well. */
  readonly profile?: boolean
  /** The group to come into or to leave. */
  readonly group?: string
}

/**
 * Asks the person's directory: the portal's own does it in this transaction, an outside one is written to and does it
 * after the commit. Where an outside provider only signs people in, nobody is asked.
 */
export async function updateDirectory(
  portal: Pick<AppContext, 'config' | 'publicUrl'>,
  tx: Tx,
  user: ManagedUser,
  command: DirectoryOperation,
  by?: string,
): Promise<void> {
  if (user.issuer === null) await embeddedDirectory(portal, tx)[command](whoOf(user))
  else await enqueueDirectoryMessage(tx, user, command, { by })
}

/** Writes to the outside directory of the person; nothing where the portal manages nobody in it. */
export async function enqueueDirectoryMessage(
  tx: Tx,
  user: ManagedUser,
  command: DirectoryOperation | SyncedTransition | 'read',
  { by: postedBy, profile }: { by?: string | undefined; profile?: boolean } = {},
): Promise<void> {
  const { id, issuer, directory: provider } = user
  if (issuer === null || provider === null) return
  // Of somebody who is erased no name stays behind.
  const who = command === 'erase' ? { ...whoOf(user), email: '', fullName: '' } : whoOf(user)
  const content: DirectoryMessage = { provider, who, ...(profile ? { profile } : {}) }
  await enqueueOutboxMessage(tx, DIRECTORY_LINE, { subject: String(id), operation: command, content, postedBy })
}

/** The person as their directory knows them. */
export function whoOf({ id, issuer, subject, email, fullName }: ManagedUser): Who {
  return { subject: issuer === null ? String(id) : subject, email, fullName }
}

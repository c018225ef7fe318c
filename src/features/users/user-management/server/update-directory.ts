import type { ManagedUser } from '#features/users/managed-users/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { enqueueOutboxMessage } from '#kit/server/outbox/outbox-message.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { DirectoryOperation, SyncedTransition, Who } from './directory.ts'
import { directoryMessages } from './directory-messages.ts'
import { embeddedDirectory } from './embedded-directory.ts'

/** The outbox queue for external directories; its subjects are user ids. */
export const DIRECTORY_LINE = 'directory'

/** The connection to the directory of an identity provider. */
export function connectionId(provider: string): string {
  return `directory:${provider}`
}

/**
 * Sends a command to the user's directory: the portal's own runs it in this transaction, an external one gets an outbox
 * message and runs it after the commit. Where an external provider only signs users in, nothing is sent.
 */
export async function updateDirectory(
  portal: Pick<AppContext, 'config' | 'notifier' | 'publicUrl'>,
  tx: Tx,
  user: ManagedUser,
  command: DirectoryOperation,
  by?: string,
): Promise<void> {
  if (user.issuer === null) await embeddedDirectory(portal, tx)[command](whoOf(user))
  else await enqueueDirectoryMessage(tx, user, command, { by })
}

/**
 * Enqueues an outbox message to the user's external directory; nothing where the portal does not manage users in it.
 */
export async function enqueueDirectoryMessage(
  tx: Tx,
  user: ManagedUser,
  command: DirectoryOperation | SyncedTransition | 'read',
  { by: postedBy, profile }: { by?: string | undefined; profile?: boolean } = {},
): Promise<void> {
  const { id, issuer, directory: provider } = user
  if (issuer === null || provider === null) return
  // An erased user leaves no name behind.
  const who = command === 'erase' ? { ...whoOf(user), email: '', fullName: '' } : whoOf(user)
  const message = { subject: String(id), connection: connectionId(provider), content: { provider, who }, postedBy }
  if (command === 'read' && profile)
    await enqueueOutboxMessage(tx, DIRECTORY_LINE, directoryMessages.read, {
      ...message,
      content: { ...message.content, profile },
    })
  else await enqueueOutboxMessage(tx, DIRECTORY_LINE, directoryMessages[command], message)
}

/** The user as their directory knows them. */
export function whoOf({ id, issuer, subject, email, fullName }: ManagedUser): Who {
  return { subject: issuer === null ? String(id) : subject, email, fullName }
}

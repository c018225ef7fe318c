import { sql } from 'kysely'
import { userWhere } from '#features/users/managed-users/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { noUser } from '#kit/server/events/event.ts'
import { deleteMessages, type OutboxMessage } from '#kit/server/outbox/outbox-message.ts'
import type { Settled } from '#kit/server/outbox/outbox-outcome.ts'
import type { OutboxQueue } from '#kit/server/outbox/outbox-worker.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { applyDirectoryUser } from './apply-directory-user.ts'
import { type Directory, type DirectoryOperation, type SyncedTransition, syncedTransitions } from './directory.ts'
import { publishUserChange } from './publish-user-change.ts'
import { DIRECTORY_LINE, type DirectoryMessage, enqueueDirectoryMessage } from './update-directory.ts'

/** After these there is nothing new to read. */
const silent: readonly string[] = ['read', 'endSessions', 'erase', 'joinGroup', 'leaveGroup']

/** Delivers decisions made here to external directories, then reads the resulting state. */
export function directoryQueue(
  portal: AppContext,
  directoryOf: (providerId: string) => Promise<Directory>,
): OutboxQueue {
  const { db } = portal
  return {
    name: DIRECTORY_LINE,
    async deliver(message) {
      const { provider, who, group } = message.content as DirectoryMessage
      const directory = await directoryOf(provider)
      if (message.operation === 'read') return readInto(message, directory)
      if (group !== undefined) return directory.setMember?.(who, group, message.operation === 'joinGroup')
      if (isFollowed(message.operation)) return directory.follow?.(who, message.operation)
      const command = message.operation as DirectoryOperation
      if (command === 'resetPassword' && message.attempt > 1) return directory.resetPassword(who, message.postedAt)
      return directory[command](who)
    },
    async settled(tx, settled) {
      for (const { message, state } of settled) await followUp(tx, message, state)
    },
  }

  async function followUp(tx: Tx, { operation: command, subject }: OutboxMessage, state: Settled['state']) {
    // An erased user leaves no name behind, not even in earlier messages.
    if (command === 'erase' && state === 'DONE') return deleteMessages(tx, DIRECTORY_LINE, subject)
    const user = await userWhere(tx, sql`u.id = ${Number(subject)}`)
    if (!user) return
    if (state === 'DONE' && !silent.includes(command)) await enqueueDirectoryMessage(tx, user, 'read')
    await publishUserChange(portal, tx, user)
  }

  async function readInto({ content, subject }: OutboxMessage, directory: Directory): Promise<void> {
    const { provider, who, profile } = content as DirectoryMessage
    const entry = await directory.read(who)
    await inTransaction(db, async (tx) => {
      const user = await userWhere(tx, sql`u.id = ${Number(subject)} and u.subject is not distinct from ${who.subject}`)
      // The user may have been moved away meanwhile.
      if (user?.directory === provider) await applyDirectoryUser(tx, user, { entry, profile, actor: noUser })
    })
  }
}

function isFollowed(command: string): command is SyncedTransition {
  return (syncedTransitions as readonly string[]).includes(command)
}

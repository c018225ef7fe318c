import { sql } from 'kysely'
import { userWhere } from '#features/users/managed-users/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { noUser } from '#kit/server/events/event.ts'
import type { OutboxMessage } from '#kit/server/outbox/message-type.ts'
import { type MessageOf, readMessage } from '#kit/server/outbox/message-type.ts'
import { deleteMessages } from '#kit/server/outbox/outbox-message.ts'
import type { SettledMessage } from '#kit/server/outbox/outbox-outcome.ts'
import type { OutboxQueue } from '#kit/server/outbox/outbox-worker.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { applyDirectoryUser } from './apply-directory-user.ts'
import type { Directory } from './directory.ts'
import { directoryMessages } from './directory-messages.ts'
import { publishUserChange } from './publish-user-change.ts'
import { DIRECTORY_LINE, enqueueDirectoryMessage } from './update-directory.ts'

/** After these there is nothing new to read. */
const silentOperations: readonly string[] = ['read', 'endSessions', 'erase', 'joinGroup', 'leaveGroup']

/** Delivers decisions made here to external directories, then reads the resulting state. */
export function directoryQueue(
  portal: AppContext,
  directoryOf: (providerId: string) => Promise<Directory>,
): OutboxQueue {
  const { db } = portal
  return {
    name: DIRECTORY_LINE,
    async deliver(outboxMessage) {
      const message = readMessage(outboxMessage, directoryMessages)
      const { provider, who } = message.content
      const directory = await directoryOf(provider)
      switch (message.operation) {
        case 'read':
          return readInto(message, directory)
        case 'joinGroup':
        case 'leaveGroup':
          return directory.setMember?.(who, message.content.group, message.operation === 'joinGroup')
        case 'suspend':
        case 'unsuspend':
        case 'unlock':
        case 'deactivate':
          return directory.follow?.(who, message.operation)
        case 'resetPassword':
          return directory.resetPassword(who, message.attempt > 1 ? message.postedAt : undefined)
        default:
          return directory[message.operation](who)
      }
    },
    async settled(tx, settledMessages) {
      for (const { message, state } of settledMessages) await followUp(tx, message, state)
    },
  }

  async function followUp(tx: Tx, { operation: command, subject }: OutboxMessage, state: SettledMessage['state']) {
    // An erased user leaves no name behind, not even in earlier messages.
    if (command === 'erase' && state === 'DONE') return deleteMessages(tx, DIRECTORY_LINE, subject)
    const user = await userWhere(tx, sql`u.id = ${Number(subject)}`)
    if (!user) return
    if (state === 'DONE' && !silentOperations.includes(command)) await enqueueDirectoryMessage(tx, user, 'read')
    await publishUserChange(portal, tx, user)
  }

  async function readInto(
    { content, subject }: MessageOf<typeof directoryMessages.read>,
    directory: Directory,
  ): Promise<void> {
    const { provider, who, profile = false } = content
    const entry = await directory.read(who)
    await inTransaction(db, async (tx) => {
      const user = await userWhere(tx, sql`u.id = ${Number(subject)} and u.subject is not distinct from ${who.subject}`)
      // The user may have been moved away meanwhile.
      if (user?.directory === provider) await applyDirectoryUser(tx, user, { entry, profile, actor: noUser })
    })
  }
}

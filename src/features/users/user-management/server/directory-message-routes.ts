import { throwProblem } from '#kit/server/http-problem.ts'
import { halSinglePage } from '#kit/server/list/hal-list.ts'
import {
  discardMessage,
  listOutboxMessages,
  type OutboxMessageState,
  retryMessage,
} from '#kit/server/outbox/outbox-message.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { CommandContext } from '#kit/server/serve/request-context.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import {
  type DirectoryMessage,
  discardDirectoryMessage,
  listDirectoryMessages,
  managedUserProblems,
  retryDirectoryMessage,
  syncUsers,
  userEvents,
} from '../contract.ts'
import { accountOf, lockUser, type ManagedUser, requireCanManage } from './managed-user.ts'
import { DIRECTORY_LINE } from './update-directory.ts'

const SHOWN = 50

/** Messages about a user to their external directory, and what to do about failed ones. */
export function serveMessages(portal: AppContext): void {
  serve(portal, listDirectoryMessages, async (call) => {
    const messages = await portal.db.transaction().execute(async (tx) => {
      const { id } = await lockUser(tx, call.session, call.params.id)
      return listOutboxMessages(tx, DIRECTORY_LINE, String(id), { limit: SHOWN })
    })
    return halSinglePage(call, 'letters', messages.map(onTheWire))
  })

  registerCommand(portal, retryDirectoryMessage, async (call) => {
    const { user, letter: message } = await addressed(call)
    if (!(await retryMessage(call.tx, DIRECTORY_LINE, message)))
      throwProblem(managedUserProblems['directory-message-not-found'])
    await call.record(userEvents.userDirectoryAsked, factOf(user, 'send-again', message.id))
    return undefined
  })

  registerCommand(portal, discardDirectoryMessage, async (call) => {
    const { user, letter: message } = await addressed(call)
    if (!(await discardMessage(call.tx, DIRECTORY_LINE, message)))
      throwProblem(managedUserProblems['directory-message-not-found'])
    await call.record(userEvents.userDirectoryAsked, factOf(user, 'drop', message.id))
    return undefined
  })
}

async function addressed(call: CommandContext<typeof retryDirectoryMessage>) {
  const { tx, session, params } = call
  const user = await lockUser(tx, session, params.id)
  requireCanManage(session, syncUsers, user)
  return { user, letter: { id: Number(params.messageId), subject: String(user.id) } }
}

function factOf(user: ManagedUser, command: string, message: number) {
  return { subject: user.id, account: accountOf(user), data: { operation: command, letter: message } }
}

function onTheWire({ id, postedAt, nextTryAt, settledAt, ...message }: OutboxMessageState): DirectoryMessage {
  return {
    ...message,
    id: String(id),
    postedAt: postedAt.toISOString(),
    nextTryAt: nextTryAt?.toISOString() ?? null,
    settledAt: settledAt?.toISOString() ?? null,
  }
}

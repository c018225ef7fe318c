import { changeUserStates, syncUsers } from '#features/users/managed-users/contract.ts'
import {
  accountOf,
  lockUser,
  type ManagedUser,
  requireAnotherAdmin,
  requireCanManage,
  requireManageable,
  requireNotSelf,
} from '#features/users/managed-users/server/index.ts'
import { stateActions } from '#features/users/users/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import type { EventInput } from '#kit/server/events/event.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { actorOfRequest, requireVersion } from '#kit/server/serve/request-context.ts'
import { registerCommand } from '#kit/server/serve/serve.ts'
import { changeUserState, reactivateUser, syncUser, userEvents } from '../contract.ts'
import { applyDirectoryUser } from './apply-directory-user.ts'
import { changedUser } from './changed-user.ts'
import type { Entry } from './directory.ts'
import { embeddedDirectory } from './embedded-directory.ts'
import { requireMove, transitionUser } from './transition-user.ts'
import { enqueueDirectoryMessage, updateDirectory, whoOf } from './update-directory.ts'

const shutsOut: readonly string[] = ['suspend', 'deactivate']

/** The states of a user: changed by hand, and synchronised from the directory. */
export function serveStates(portal: AppContext): void {
  registerCommand(portal, changeUserState, async (call) => {
    const { tx, session, body, request } = call
    const user = await lockUser(tx, session, call.params.id)
    requireCanManage(session, changeUserStates, user)
    requireNotSelf(session, user)
    if (body.action === 'deactivate') requireManageable(user)
    requireVersion(call, user.version)
    if (shutsOut.includes(body.action)) await requireAnotherAdmin(tx, user)
    await transitionUser(tx, user, { move: stateActions[body.action], actor: actorOfRequest(request) })
    if (body.action === 'resend') await updateDirectory(portal, tx, user, 'invite', session.actor.fullName)
    return changedUser(tx, session, user.id)
  })

  registerCommand(portal, reactivateUser, async ({ tx, session, params, request, record }) => {
    const user = await lockUser(tx, session, params.id)
    requireCanManage(session, syncUsers, user)
    requireManageable(user)
    requireMove(user, 'reactivate')
    await updateDirectory(portal, tx, user, 'reactivate', session.actor.fullName)
    // An external directory reports the result later.
    if (user.directory) await record(userEvents.userDirectoryAsked, factOf(user, 'reactivate'))
    else {
      const { state: directory } = await entryHere(tx, user)
      await transitionUser(tx, user, { move: 'reactivate', actor: actorOfRequest(request), directory })
    }
    return changedUser(tx, session, user.id)
  })

  registerCommand(portal, syncUser, async ({ tx, session, params, request, record }) => {
    const user = await lockUser(tx, session, params.id)
    requireCanManage(session, syncUsers, user)
    requireNotSelf(session, user)
    requireManageable(user)
    if (user.directory) await enqueueDirectoryMessage(tx, user, 'read', { by: session.actor.fullName })
    else await applyDirectoryUser(tx, user, { entry: await entryHere(tx, user), actor: actorOfRequest(request) })
    await record(userEvents.userDirectoryAsked, factOf(user, 'sync'))
    return changedUser(tx, session, user.id)
  })

  async function entryHere(tx: Tx, user: ManagedUser): Promise<Entry> {
    return (await embeddedDirectory(portal, tx).read(whoOf(user)))!
  }
}

function factOf(user: ManagedUser, command: string): EventInput {
  return { subject: user.id, account: accountOf(user), data: { operation: command } }
}

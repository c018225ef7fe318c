import { stateActions, type UserState } from '#features/users/contract.ts'
import type { Portal } from '#kit/server/portal.ts'
import { doerOf, requireVersion } from '#kit/server/serve/call.ts'
import { serveWrite } from '#kit/server/serve/serve.ts'
import { changeUserState, changeUserStates, reactivateUser, syncUser, syncUsers, userEvents } from '../contract.ts'
import { changedUser } from './changed-user.ts'
import type { Directory } from './directory.ts'
import { moveUser, requireMove } from './move-user.ts'
import { accountOf, lockPerson, requireAnotherAdmin, requireManage, requireOther } from './person.ts'

const shutsOut: readonly string[] = ['suspend', 'deactivate']

/** The states of a person: moved by hand, and as the directory says. */
export function serveStates(portal: Portal, directory: Directory): void {
  serveWrite(portal, changeUserState, async (call) => {
    const { tx, session, body, request } = call
    const person = await lockPerson(tx, session, call.params.id)
    requireManage(session, changeUserStates, person)
    requireOther(session, person)
    requireVersion(call, person.version)
    if (shutsOut.includes(body.action)) await requireAnotherAdmin(tx, person)
    await moveUser(tx, person, { move: stateActions[body.action], doer: doerOf(request) })
    if (body.action === 'resend') await directory.sendInvitation(tx, person)
    return changedUser(tx, session, person.id)
  })

  serveWrite(portal, reactivateUser, async ({ tx, session, params, request }) => {
    const person = await lockPerson(tx, session, params.id)
    requireManage(session, syncUsers, person)
    requireMove(person, 'reactivate')
    const state = await directory.stateOf(tx, person)
    await moveUser(tx, person, { move: 'reactivate', doer: doerOf(request), directory: state })
    if (state === 'provisioned') await directory.sendInvitation(tx, person)
    return changedUser(tx, session, person.id)
  })

  serveWrite(portal, syncUser, async ({ tx, session, params, record }) => {
    const person = await lockPerson(tx, session, params.id)
    requireManage(session, syncUsers, person)
    requireOther(session, person)
    const state = await directory.stateOf(tx, person)
    // What was decided here (suspended, marked, a reset under way) is not the directory's to undo.
    if (followsDirectory(person.state) && state !== person.state)
      await tx
        .updateTable('users')
        .set({ state, version: person.version + 1 })
        .where('id', '=', person.id)
        .execute()
    const data = { directory: state }
    await record(userEvents.userSynced, { subject: person.id, account: accountOf(person), data })
    return changedUser(tx, session, person.id)
  })
}

function followsDirectory(state: UserState): boolean {
  return state === 'staged' || state === 'provisioned' || state === 'active'
}

import { stateActions } from '#features/users/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import type { Fact } from '#kit/server/events/event.ts'
import type { Portal } from '#kit/server/portal.ts'
import { doerOf, requireVersion } from '#kit/server/serve/call.ts'
import { serveWrite } from '#kit/server/serve/serve.ts'
import { changeUserState, changeUserStates, reactivateUser, syncUser, syncUsers, userEvents } from '../contract.ts'
import { applyEntry } from './apply-entry.ts'
import { askDirectory, postToDirectory, whoOf } from './ask-directory.ts'
import { changedUser } from './changed-user.ts'
import type { Entry } from './directory.ts'
import { embeddedDirectory } from './embedded-directory.ts'
import { moveUser, requireMove } from './move-user.ts'
import {
  accountOf,
  lockPerson,
  type Person,
  requireAnotherAdmin,
  requireManage,
  requireManaged,
  requireOther,
} from './person.ts'

const shutsOut: readonly string[] = ['suspend', 'deactivate']

/** The states of a person: moved by hand, and as the directory says. */
export function serveStates(portal: Portal): void {
  serveWrite(portal, changeUserState, async (call) => {
    const { tx, session, body, request } = call
    const person = await lockPerson(tx, session, call.params.id)
    requireManage(session, changeUserStates, person)
    requireOther(session, person)
    if (body.action === 'deactivate') requireManaged(person)
    requireVersion(call, person.version)
    if (shutsOut.includes(body.action)) await requireAnotherAdmin(tx, person)
    await moveUser(tx, person, { move: stateActions[body.action], doer: doerOf(request) })
    if (body.action === 'resend') await askDirectory(portal, tx, person, 'invite', session.actor.fullName)
    return changedUser(tx, session, person.id)
  })

  serveWrite(portal, reactivateUser, async ({ tx, session, params, request, record }) => {
    const person = await lockPerson(tx, session, params.id)
    requireManage(session, syncUsers, person)
    requireManaged(person)
    requireMove(person, 'reactivate')
    await askDirectory(portal, tx, person, 'reactivate', session.actor.fullName)
    // An outside directory says later what became of it.
    if (person.directory) await record(userEvents.userDirectoryAsked, factOf(person, 'reactivate'))
    else {
      const { state: directory } = await entryHere(tx, person)
      await moveUser(tx, person, { move: 'reactivate', doer: doerOf(request), directory })
    }
    return changedUser(tx, session, person.id)
  })

  serveWrite(portal, syncUser, async ({ tx, session, params, request, record }) => {
    const person = await lockPerson(tx, session, params.id)
    requireManage(session, syncUsers, person)
    requireOther(session, person)
    requireManaged(person)
    if (person.directory) await postToDirectory(tx, person, 'read', { by: session.actor.fullName })
    else await applyEntry(tx, person, { entry: await entryHere(tx, person), doer: doerOf(request) })
    await record(userEvents.userDirectoryAsked, factOf(person, 'sync'))
    return changedUser(tx, session, person.id)
  })

  async function entryHere(tx: Tx, person: Person): Promise<Entry> {
    return (await embeddedDirectory(portal, tx).read(whoOf(person)))!
  }
}

function factOf(person: Person, verb: string): Fact {
  return { subject: person.id, account: accountOf(person), data: { verb } }
}

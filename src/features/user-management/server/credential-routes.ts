import type { Portal } from '#kit/server/portal.ts'
import { doerOf } from '#kit/server/serve/call.ts'
import { serveWrite } from '#kit/server/serve/serve.ts'
import { resetFactors, resetPasswords, resetUserFactors, resetUserPassword, userEvents } from '../contract.ts'
import { askDirectory } from './ask-directory.ts'
import { moveUser } from './move-user.ts'
import {
  accountOf,
  lockPerson,
  lockPersonCalled,
  requireAnotherAdmin,
  requireKeptHere,
  requireManage,
  requireManaged,
  requireOther,
} from './person.ts'

/** What others can do about a person's credentials: begin anew, never see or choose them. */
export function serveCredentials(portal: Portal): void {
  serveWrite(portal, resetUserPassword, async ({ tx, session, params, request, record }) => {
    const person = await lockPerson(tx, session, params.id)
    requireManage(session, resetPasswords, person)
    requireOther(session, person)
    requireManaged(person)
    await requireKeptHere(portal, tx, person)
    await requireAnotherAdmin(tx, person)
    await moveUser(tx, person, { move: 'reset', doer: doerOf(request) })
    await askDirectory(portal, tx, person, 'resetPassword', session.actor.fullName)
    await record(userEvents.userPasswordReset, { subject: person.id, account: accountOf(person) })
    return undefined
  })

  serveWrite(portal, resetUserFactors, async ({ tx, session, query, record }) => {
    const person = await lockPersonCalled(tx, session, query.username)
    requireManage(session, resetFactors, person)
    requireOther(session, person)
    requireManaged(person)
    await askDirectory(portal, tx, person, 'resetFactors', session.actor.fullName)
    await record(userEvents.userFactorsReset, { subject: person.id, account: accountOf(person) })
    return undefined
  })
}

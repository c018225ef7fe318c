import { resetFactors, resetPasswords } from '#features/users/managed-users/contract.ts'
import {
  accountOf,
  lockUser,
  lockUserCalled,
  requireAnotherAdmin,
  requireCanManage,
  requireLocalCredentials,
  requireManageable,
  requireNotSelf,
} from '#features/users/managed-users/server/index.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { actorOfRequest } from '#kit/server/serve/request-context.ts'
import { registerCommand } from '#kit/server/serve/serve.ts'
import { resetUserFactors, resetUserPassword, userEvents } from '../contract.ts'
import { transitionUser } from './transition-user.ts'
import { updateDirectory } from './update-directory.ts'

/** What others can do about a user's credentials: reset them, never see or choose them. */
export function serveCredentials(portal: AppContext): void {
  registerCommand(portal, resetUserPassword, async ({ tx, session, params, request, record }) => {
    const user = await lockUser(tx, session, params.id)
    requireCanManage(session, resetPasswords, user)
    requireNotSelf(session, user)
    requireManageable(user)
    await requireLocalCredentials(portal, tx, user)
    await requireAnotherAdmin(tx, user)
    await transitionUser(tx, user, { move: 'reset', actor: actorOfRequest(request) })
    await updateDirectory(portal, tx, user, 'resetPassword', session.actor.fullName)
    await record(userEvents.userPasswordReset, { subject: user.id, account: accountOf(user) })
    return undefined
  })

  registerCommand(portal, resetUserFactors, async ({ tx, session, query, record }) => {
    const user = await lockUserCalled(tx, session, query.username)
    requireCanManage(session, resetFactors, user)
    requireNotSelf(session, user)
    requireManageable(user)
    await updateDirectory(portal, tx, user, 'resetFactors', session.actor.fullName)
    await record(userEvents.userFactorsReset, { subject: user.id, account: accountOf(user) })
    return undefined
  })
}

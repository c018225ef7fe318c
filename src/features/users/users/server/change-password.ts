import { endSessionsOf } from '#features/access/sessions/server/index.ts'
import { passwordProblems } from '#features/users/passwords/contract.ts'
import { hashPassword, passwordFlaw, requirePassword, storePassword } from '#features/users/passwords/server/index.ts'
import { requireLocallyManaged, userNamed } from '#features/users/second-factors/server/index.ts'
import { notifyUser } from '#features/users/sign-in-mail/server/index.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { actorOfRequest } from '#kit/server/serve/request-context.ts'
import { registerCommand } from '#kit/server/serve/serve.ts'
import { changeMyPassword } from '../contract.ts'
import { revokeTokensOf } from './revoke-tokens.ts'

/** Serves the change of one's own password. */
export function servePassword(portal: AppContext): void {
  registerCommand(portal, changeMyPassword, async ({ tx, session, body, request }) => {
    await requireLocallyManaged(portal.db, session.userId)
    if (!session.sessionId || session.impersonator) throwProblem(kitProblems['reauthentication-required'])
    await requirePassword(portal.db, session, request.ip, body.currentPassword)
    const flaw = await passwordFlaw(portal.config, body.newPassword, session.actor)
    if (flaw) {
      const fields = [{ path: 'newPassword', message: flaw }]
      throwProblem(passwordProblems['password-policy-violation'], { reason: flaw }, { fields })
    }
    await storePassword(tx, session.userId, await hashPassword(body.newPassword), actorOfRequest(request))
    await notifyUser(tx, portal, await userNamed(tx, session.userId), 'password-changed')
    if (body.revokeTokens) await revokeTokensOf(tx, session.userId, actorOfRequest(request))
    if (body.endOtherSessions) {
      const end = {
        userId: session.userId,
        except: session.sessionId,
        why: 'password-changed',
        actor: actorOfRequest(request),
      }
      await endSessionsOf(tx, end)
    }
    return undefined
  })
}

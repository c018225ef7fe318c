import { requirePassword } from '#features/users/passwords/server/index.ts'
import { requireLocallyManaged } from '#features/users/second-factors/server/index.ts'
import { normaliseEmail } from '#kit/contract/email-address.ts'
import { throwFieldProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { requireOwnSession } from '#kit/server/serve/fresh-session.ts'
import { registerCommand } from '#kit/server/serve/serve.ts'
import { changeMyEmail, emailChangeAsked } from '../contract.ts'
import { askForEmail, isTaken, requireOwnAddress } from './new-email.ts'

/** Serves the wish for another address of one's own, within the domain; administrators give any. */
export function serveEmail(portal: AppContext): void {
  registerCommand(portal, changeMyEmail, async ({ tx, session, body, request, record }) => {
    await requireLocallyManaged(portal.db, session.userId)
    requireOwnSession(session)
    await requirePassword(portal.db, session, request.ip, body.currentPassword)
    const user = await tx
      .selectFrom('users')
      .select(['id', 'email', 'full_name', 'issuer'])
      .where('id', '=', session.userId)
      .executeTakeFirstOrThrow()
    const email = normaliseEmail(body.email)
    if (domainOf(email) !== domainOf(user.email))
      throwFieldProblem('email', `must end with @${domainOf(user.email)}; an administrator can give another one`)
    await requireOwnAddress(tx, portal, user, email)
    // The reply does not say which addresses other users have.
    if (!(await isTaken(tx, email))) await askForEmail(tx, portal, user, email)
    await record(emailChangeAsked, { subject: user.id })
    return undefined
  })
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1)
}

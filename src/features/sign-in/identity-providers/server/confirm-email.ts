import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { accountOf, userWhere } from '#features/users/managed-users/server/index.ts'
import { readLink, useLink } from '#features/users/sign-in-mail/server/index.ts'
import { userEvents } from '#features/users/user-management/contract.ts'
import { isTaken, storeEmail } from '#features/users/users/server/index.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { actorOfRequest } from '#kit/server/serve/request-context.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { pageTheme } from './browser-cookies.ts'
import { type Form, sendPage } from './form-posts.ts'
import { confirmEmailPage, expiredLinkPage } from './pages/password-link-pages.ts'

/** Serves the link that confirms a new address: a button, because scanners of mail open links. */
export function serveEmailLinks(scope: FastifyInstance, portal: AppContext): void {
  scope.get('/signin/email', async (request, reply) => {
    const { token = '' } = request.query as Form
    const link = await readLink(portal.db, token, ['email'])
    if (!link?.newEmail) return sendExpired(portal, request, reply)
    return sendPage(
      reply,
      confirmEmailPage(pageTheme(portal, request), { token, email: link.newEmail, from: link.email }),
    )
  })
  scope.post('/signin/email', async (request, reply) => {
    const { token = '' } = (request.body ?? {}) as Form
    const link = await readLink(portal.db, token, ['email'])
    const email = link?.newEmail
    if (!link || !email) return sendExpired(portal, request, reply)
    const isStored = await inTransaction(portal.db, async (tx) => {
      if (!(await useLink(tx, token, link.id)) || (await isTaken(tx, email))) return false
      await storeEmail(tx, portal, link, email)
      const actor = { ...actorOfRequest(request), userId: link.id, userName: link.full_name }
      await recordEvent(tx, userEvents.userEdited, actor, {
        subject: link.id,
        account: accountOf((await userWhere(tx, sql`u.id = ${link.id}`))!),
        data: { changes: { email: [link.email, email] } },
      })
      return true
    })
    if (!isStored) return sendExpired(portal, request, reply)
    return reply.redirect(`/signin?reason=email-changed&login_hint=${encodeURIComponent(email)}`, 303)
  })
}

function sendExpired(portal: AppContext, request: FastifyRequest, reply: FastifyReply) {
  return sendPage(reply, expiredLinkPage(pageTheme(portal, request)), { status: 404 })
}

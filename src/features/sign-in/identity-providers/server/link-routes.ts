import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { endSessionsOf } from '#features/access/sessions/server/index.ts'
import { activateUser } from '#features/access/user-records/server/index.ts'
import { accountOf, userWhere } from '#features/users/managed-users/server/index.ts'
import {
  consumeSignInAttempt,
  hashPassword,
  passwordVerdict,
  storePassword,
} from '#features/users/passwords/server/index.ts'
import {
  findExternalProvider,
  notifyUser,
  readLink,
  sendSignInInstructions,
  useLink,
} from '#features/users/sign-in-mail/server/index.ts'
import { userEvents } from '#features/users/user-management/contract.ts'
import { passwordResetAsked, userActivated } from '#features/users/users/contract.ts'
import { isTaken, revokeTokensOf, storeEmail } from '#features/users/users/server/index.ts'
import { isEmail, normaliseEmail } from '#kit/contract/email-address.ts'
import { networkOf } from '#kit/server/client-address.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { actorOfRequest } from '#kit/server/serve/request-context.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { signInTexts } from '../contract.ts'
import { pageTheme } from './browser-cookies.ts'
import { originOf } from './embedded/open-provider.ts'
import { type Form, sendPage } from './form-posts.ts'
import {
  choosePage,
  confirmEmailPage,
  expiredLinkPage,
  externalProviderPage,
  forgotPage,
  linkSentPage,
} from './pages/password-link-pages.ts'

type Link = NonNullable<Awaited<ReturnType<typeof readLink>>>

/** Serves the forgotten password and the one-time links: the first password of an invited user, a new one. */
export function serveLinks(scope: FastifyInstance, portal: AppContext): void {
  scope.get('/signin/forgot', async (request, reply) =>
    sendPage(reply, forgotPage(pageTheme(portal, request), { email: '' })),
  )
  scope.post('/signin/forgot', async (request, reply) => {
    const email = normaliseEmail(((request.body ?? {}) as Form).email ?? '')
    const look = pageTheme(portal, request)
    if (!isEmail(email))
      return sendPage(reply, forgotPage(look, { email, error: signInTexts.rejections.email }), { status: 400 })
    // Not awaited: the response takes as long for an unknown address.
    void askReset(portal, request, email).catch((failure: unknown) =>
      portal.log.error({ err: failure }, 'a reset link was not created'),
    )
    return sendPage(reply, linkSentPage(look, email))
  })
  serveEmailLinks(scope, portal)
  for (const path of ['/signin/activate', '/signin/reset']) {
    scope.get(path, async (request, reply) => {
      const { token = '' } = request.query as Form
      const link = await readLink(portal.db, token)
      if (!link) return sendPage(reply, expiredLinkPage(pageTheme(portal, request)), { status: 404 })
      const provider = await findExternalProvider(portal.db, portal.config, link)
      if (provider)
        return sendPage(reply, externalProviderPage(pageTheme(portal, request), link.email, provider), { status: 409 })
      return showChoice(portal, request, reply, link, { token })
    })
    scope.post(path, async (request, reply) => choose(portal, request, reply))
  }
}

/** At most one link per user and minute; `reset:` counts these tries apart from password tries. */
async function askReset(portal: AppContext, request: FastifyRequest, email: string): Promise<void> {
  if (await consumeSignInAttempt(portal.db, `reset:${email}`, `reset:${networkOf(request.ip)}`)) return
  await inTransaction(portal.db, async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['id', 'email', 'full_name', 'issuer'])
      .where('email', '=', email)
      .where('state', 'in', ['active', 'lockedOut', 'recovery', 'passwordExpired'])
      .executeTakeFirst()
    if (!user) return
    await recordEvent(tx, passwordResetAsked, actorOfRequest(request), { subject: user.id })
    await sendSignInInstructions(
      tx,
      { config: portal.config, notifier: portal.notifier, publicUrl: originOf(portal, request) },
      user,
      'reset',
    )
  })
}

async function choose(portal: AppContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { token = '', password = '', repeat = '' } = (request.body ?? {}) as Form
  const link = await readLink(portal.db, token)
  if (!link) return sendPage(reply, expiredLinkPage(pageTheme(portal, request)), { status: 404 })
  const provider = await findExternalProvider(portal.db, portal.config, link)
  if (provider)
    return sendPage(reply, externalProviderPage(pageTheme(portal, request), link.email, provider), { status: 409 })
  const owner = { username: link.email, fullName: link.full_name }
  if (!(await passwordVerdict(portal.config, password, owner)).every(({ kept }) => kept))
    return showChoice(portal, request, reply, link, { token, tried: password, error: signInTexts.choose.broken })
  if (password !== repeat)
    return showChoice(portal, request, reply, link, { token, tried: password, error: signInTexts.choose.mismatch })
  const hash = await hashPassword(password)
  const isUsed = await inTransaction(portal.db, async (tx) => {
    if (!(await useLink(tx, token, link.id))) return false
    const actor = { ...actorOfRequest(request), userId: link.id, userName: link.full_name }
    await storePassword(tx, link.id, hash, actor)
    if (['staged', 'provisioned', 'recovery', 'passwordExpired'].includes(link.state)) {
      await activateUser(tx, link.id)
      if (link.purpose === 'activation') await recordEvent(tx, userActivated, actor, { subject: link.id })
    }
    // Ends the sessions of anyone who knew the old password. A lock by guessing stays: the link bypasses neither it nor
    // a second factor.
    await endSessionsOf(tx, { userId: link.id, why: 'password-changed', actor })
    if (link.purpose === 'reset') await revokeTokensOf(tx, link.id, actor)
    if (link.purpose === 'reset') await notifyUser(tx, portal, link, 'password-changed')
    return true
  })
  if (!isUsed) return sendPage(reply, expiredLinkPage(pageTheme(portal, request)), { status: 404 })
  return reply.redirect(`/signin?reason=password-chosen&login_hint=${encodeURIComponent(link.email)}`, 303)
}

async function showChoice(
  portal: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  link: Link,
  { token, tried, error }: { token: string; tried?: string; error?: string },
): Promise<FastifyReply> {
  const rules = await passwordVerdict(portal.config, tried ?? '', { username: link.email, fullName: link.full_name })
  const purpose = link.purpose === 'activation' ? 'activation' : 'reset'
  const pageInput = { purpose, token, email: link.email, rules, tried: tried !== undefined, error } as const
  return sendPage(reply, choosePage(pageTheme(portal, request), pageInput), { status: tried === undefined ? 200 : 422 })
}

/** Serves the link that confirms a new address: a button, because scanners of mail open links. */
function serveEmailLinks(scope: FastifyInstance, portal: AppContext): void {
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

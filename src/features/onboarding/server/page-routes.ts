import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  elsewherePage,
  type Form,
  lookOf,
  ownPath,
  sendPage,
  takeForms,
} from '#features/identity-providers/server/index.ts'
import { email as emailShape, fullName as nameShape } from '#features/user-management/contract.ts'
import { passwordVerdict, readLink, voucherOf } from '#features/users/server/index.ts'
import { networkOf } from '#kit/server/client-address.ts'
import { addJob } from '#kit/server/jobs.ts'
import type { Portal } from '#kit/server/portal.ts'
import { Refusal } from '#kit/server/refusal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { resendSignUp, signUp } from '../contract.ts'
import en from '../messages/en.json' with { type: 'json' }
import { activate } from './activate.ts'
import { finishPage, overPage } from './pages/finish-page.ts'
import { signedUpPage, signUpPage } from './pages/sign-up-page.ts'
import { TERMS_PATH, termsPage } from './pages/terms-page.ts'
import { beginSignUp, statusOf } from './routes.ts'

/** The pages of signing up and of beginning, for people whom the portal does not know yet. */
export async function serveSignUpPages(portal: Portal): Promise<void> {
  await portal.http.register(async (scope: FastifyInstance) => {
    takeForms(scope, portal)
    const hide = { schema: { hide: true } }
    const empty = { email: '', fullName: '', accountName: '' }
    scope.get('/signup', hide, async (request, reply) => sendPage(reply, signUpPage(lookOf(portal, request), empty)))
    scope.get(TERMS_PATH, hide, async (request, reply) => sendPage(reply, termsPage(lookOf(portal, request))))
    scope.post('/signup', hide, async (request, reply) => takeSignUp(portal, request, reply))
    scope.post('/signup/resend', hide, async (request, reply) => takeResend(portal, request, reply))
    scope.get('/signup/activate', hide, async (request, reply) => showFinish(portal, request, reply, {}))
    scope.post('/signup/activate', hide, async (request, reply) => takeFinish(portal, request, reply))
  })
}

async function takeSignUp(portal: Portal, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  portal.limits?.take(signUp.limit, `signUp ${networkOf(request.ip)}`)
  const { email = '', fullName = '', accountName = '', termsAccepted } = (request.body ?? {}) as Form
  const typed = { email: email.trim(), fullName: fullName.trim(), accountName: accountName.trim() }
  const look = lookOf(portal, request)
  const wrong = flawOf(typed)
  if (wrong) return sendPage(reply, signUpPage(look, typed, wrong), { status: 400 })
  try {
    const wish = { ...typed, termsAccepted: termsAccepted === 'yes', address: request.ip }
    await inTransaction(portal.db, (tx) => beginSignUp(tx, wish))
  } catch (failure) {
    if (!(failure instanceof Refusal)) throw failure
    return sendPage(reply, signUpPage(look, typed, failure.message), { status: failure.problem.status })
  }
  return sendPage(reply, signedUpPage(look, typed.email))
}

function flawOf({ email, fullName, accountName }: { email: string; fullName: string; accountName: string }) {
  if (!emailShape.safeParse(email).success) return en.signup.wrongEmail
  if (!nameShape.safeParse(fullName).success) return en.signup.wrongName
  return accountName === '' ? en.signup.wrongAccount : undefined
}

async function takeResend(portal: Portal, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  portal.limits?.take(resendSignUp.limit, `resendSignUp ${networkOf(request.ip)}`)
  const email = ((request.body ?? {}) as Form).email?.trim().toLowerCase() ?? ''
  if (emailShape.safeParse(email).success)
    await addJob(portal.db, 'onboarding.resend', { email, address: request.ip, key: randomUUID() })
  return sendPage(reply, signedUpPage(lookOf(portal, request), email))
}

async function showFinish(
  portal: Portal,
  request: FastifyRequest,
  reply: FastifyReply,
  given: { tried?: string; fullName?: string; error?: string },
): Promise<FastifyReply> {
  const look = lookOf(portal, request)
  const { signupToken: token = '' } = request.query as Form
  const link = await readLink(portal.db, token)
  if (link?.purpose !== 'activation') {
    const used = (await statusOf(portal, token).catch(() => 'EXPIRED')) === 'USED'
    return sendPage(reply, overPage(look, used), { status: 404 })
  }
  const provider = await voucherOf(portal.db, portal.config, link)
  if (provider) return sendPage(reply, elsewherePage(look, link.email, provider), { status: 409 })
  const fullName = given.fullName ?? link.full_name
  const rules = await passwordVerdict(portal.config, given.tried ?? '', { username: link.email, fullName })
  const shown = { email: link.email, fullName, rules, tried: given.tried !== undefined, error: given.error }
  return sendPage(reply, finishPage(look, shown), { status: given.error ? 422 : 200 })
}

async function takeFinish(portal: Portal, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { password = '', repeat = '', fullName = '', termsAccepted } = (request.body ?? {}) as Form
  const { signupToken: token = '', landingPage } = request.query as Form
  if (!nameShape.safeParse(fullName).success)
    return showFinish(portal, request, reply, { tried: password, fullName, error: en.signup.wrongName })
  try {
    const chosen = { password, repeatPassword: repeat, fullName, termsAccepted: termsAccepted === 'yes' }
    const { username } = await activate(portal, { token, chosen, request })
    const query = new URLSearchParams({ reason: 'password-chosen', login_hint: username })
    if (landingPage) query.set('return', ownPath(landingPage))
    return reply.redirect(`/signin?${query}`, 303)
  } catch (failure) {
    if (!(failure instanceof Refusal)) throw failure
    const error = failure.extras.fields?.[0]?.message ?? failure.message
    return showFinish(portal, request, reply, { tried: password, fullName, error })
  }
}

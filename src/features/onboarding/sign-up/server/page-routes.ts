import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  acceptFormPosts,
  externalProviderPage,
  type Form,
  pageTheme,
  safeRedirectPath,
  sendPage,
} from '#features/sign-in/identity-providers/server/index.ts'
import { passwordVerdict } from '#features/users/passwords/server/index.ts'
import { findExternalProvider, readLink } from '#features/users/sign-in-mail/server/index.ts'
import { fullName as nameShape } from '#features/users/user-management/contract.ts'
import { email as emailShape } from '#features/users/users/contract.ts'
import { normaliseEmail } from '#kit/contract/email-address.ts'
import { networkOf } from '#kit/server/client-address.ts'
import { HttpProblem } from '#kit/server/http-problem.ts'
import { addJob } from '#kit/server/job.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { resendSignUp, signUp } from '../contract.ts'
import { pageTexts } from '../texts.ts'
import { activate } from './activate.ts'
import { expiredLinkPage, finishPage } from './pages/finish-page.ts'
import { signedUpPage, signUpPage } from './pages/sign-up-page.ts'
import { TERMS_PATH, termsPage } from './pages/terms-page.ts'
import { beginSignUp, statusOf } from './routes.ts'
import { RESEND } from './sign-up.ts'

/** The pages of sign-up and of the first visit, for users whom the portal does not know yet. */
export async function serveSignUpPages(portal: AppContext): Promise<void> {
  await portal.http.register(async (scope: FastifyInstance) => {
    acceptFormPosts(scope, portal)
    const empty = { email: '', fullName: '', accountName: '' }
    scope.get('/signup', async (request, reply) => sendPage(reply, signUpPage(pageTheme(portal, request), empty)))
    scope.get(TERMS_PATH, async (request, reply) => sendPage(reply, termsPage(pageTheme(portal, request))))
    scope.post('/signup', async (request, reply) => takeSignUp(portal, request, reply))
    scope.post('/signup/resend', async (request, reply) => takeResend(portal, request, reply))
    scope.get('/signup/activate', async (request, reply) => showFinish(portal, request, reply, {}))
    scope.post('/signup/activate', async (request, reply) => takeFinish(portal, request, reply))
  })
}

async function takeSignUp(portal: AppContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  portal.limits?.take(signUp.limit, `signUp ${networkOf(request.ip)}`)
  const { email = '', fullName = '', accountName = '', termsAccepted } = (request.body ?? {}) as Form
  const typedInput = { email: email.trim(), fullName: fullName.trim(), accountName: accountName.trim() }
  const look = pageTheme(portal, request)
  const wrong = firstIssueOf(typedInput)
  if (wrong) return sendPage(reply, signUpPage(look, typedInput, wrong), { status: 400 })
  try {
    const wish = { ...typedInput, termsAccepted: termsAccepted === 'yes', address: request.ip }
    await inTransaction(portal.db, (tx) => beginSignUp(tx, wish))
  } catch (failure) {
    if (!(failure instanceof HttpProblem)) throw failure
    return sendPage(reply, signUpPage(look, typedInput, failure.message), { status: failure.problem.status })
  }
  return sendPage(reply, signedUpPage(look, typedInput.email))
}

function firstIssueOf({ email, fullName, accountName }: { email: string; fullName: string; accountName: string }) {
  if (!emailShape.safeParse(email).success) return pageTexts.signup.wrongEmail
  if (!nameShape.safeParse(fullName).success) return pageTexts.signup.wrongName
  return accountName === '' ? pageTexts.signup.wrongAccount : undefined
}

async function takeResend(portal: AppContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  portal.limits?.take(resendSignUp.limit, `resendSignUp ${networkOf(request.ip)}`)
  const email = normaliseEmail(((request.body ?? {}) as Form).email ?? '')
  if (emailShape.safeParse(email).success)
    await addJob(portal.db, RESEND, { email, address: request.ip, key: randomUUID() })
  return sendPage(reply, signedUpPage(pageTheme(portal, request), email))
}

async function showFinish(
  portal: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  finishInput: { tried?: string; fullName?: string; error?: string },
): Promise<FastifyReply> {
  const look = pageTheme(portal, request)
  const { signupToken: token = '' } = request.query as Form
  const link = await readLink(portal.db, token)
  if (link?.purpose !== 'activation') {
    const isUsed = (await statusOf(portal, token).catch(() => 'EXPIRED')) === 'USED'
    return sendPage(reply, expiredLinkPage(look, isUsed), { status: 404 })
  }
  const provider = await findExternalProvider(portal.db, portal.config, link)
  if (provider) return sendPage(reply, externalProviderPage(look, link.email, provider), { status: 409 })
  const fullName = finishInput.fullName ?? link.full_name
  const rules = await passwordVerdict(portal.config, finishInput.tried ?? '', { username: link.email, fullName })
  const pageInput = {
    email: link.email,
    fullName,
    rules,
    tried: finishInput.tried !== undefined,
    error: finishInput.error,
  }
  return sendPage(reply, finishPage(look, pageInput), { status: finishInput.error ? 422 : 200 })
}

async function takeFinish(portal: AppContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { password = '', repeat = '', fullName = '', termsAccepted } = (request.body ?? {}) as Form
  const { signupToken: token = '', landingPage } = request.query as Form
  if (!nameShape.safeParse(fullName).success)
    return showFinish(portal, request, reply, { tried: password, fullName, error: pageTexts.signup.wrongName })
  try {
    const choice = { password, repeatPassword: repeat, fullName, termsAccepted: termsAccepted === 'yes' }
    const { username } = await activate(portal, { token, chosen: choice, request })
    const query = new URLSearchParams({ reason: 'password-chosen', login_hint: username })
    if (landingPage) query.set('return', safeRedirectPath(landingPage))
    return reply.redirect(`/signin?${query}`, 303)
  } catch (failure) {
    if (!(failure instanceof HttpProblem)) throw failure
    const error = failure.extras.fields?.[0]?.message ?? failure.message
    return showFinish(portal, request, reply, { tried: password, fullName, error })
  }
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Role, roleNames } from '#features/access/roles/contract.ts'
import { demoPassword, demoUsers } from '#features/users/demo-users/server/index.ts'
import { CHALLENGE_MS, makeChallenge, relyingPartyFor } from '#features/users/second-factors/server/index.ts'
import { isEmail } from '#kit/contract/email-address.ts'
import type { Encryptor } from '#kit/server/encryption.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { signInTexts } from '../contract.ts'
import { pageTheme, remember, rememberedOf, safeRedirectPath } from './browser-cookies.ts'
import { providerIn } from './external/provider-in.ts'
import { type Form, sendPage } from './form-posts.ts'
import { type DemoRow, emailPage } from './pages/email-page.ts'
import { errorPage } from './pages/error-page.ts'
import { leavingPage } from './pages/leaving-page.ts'
import { ensureBrowserId, storePendingPasskey } from './passkey-cookies.ts'
import { everyProvider, issuerOf, providerFor, providersOf } from './providers.ts'
import type { SignInNotices } from './sign-in-notice.ts'

/** The page between our form, or the page of a test, and a provider outside. */
const LEAVING = '/signin/continue'

/** Serves the first page of sign-in: the e-mail address, which determines the provider. */
export function serveSignIn(
  scope: FastifyInstance,
  portal: AppContext,
  using: { encrypt: Encryptor; notices: SignInNotices },
): void {
  const { encrypt, notices } = using
  async function show(request: FastifyRequest, pageInput: { email: string; error?: string | undefined; form: Form }) {
    const reason = signInTexts.reasons[pageInput.form.reason as keyof typeof signInTexts.reasons]
    const demo = portal.config.demo ? { users: await demoRows(portal), password: demoPassword } : undefined
    const { email, error, form } = pageInput
    return emailPage(pageTheme(portal, request), {
      email,
      back: safeRedirectPath(form.return),
      again: form.prompt === 'login',
      reason,
      error,
      demo,
      notices: await notices(portal.db),
    })
  }

  scope.get('/signin', async (request, reply) => {
    const form = request.query as Form
    const email = form.login_hint ?? rememberedOf(request, encrypt)?.email ?? ''
    return sendPage(reply, await show(request, { email, form }))
  })

  scope.post('/signin', async (request, reply) => {
    const form = (request.body ?? {}) as Form
    if (form.passkey) return takeOnFirstPage(reply, form)
    const email = (form.email ?? '').trim()
    if (!isEmail(email)) {
      const content = await show(request, { email, error: signInTexts.rejections.email, form })
      return sendPage(reply, content, { status: 400 })
    }
    const provider = providerFor(await providersOf(portal, encrypt), email)
    const query = new URLSearchParams({ login_hint: email, return: safeRedirectPath(form.return) })
    if (form.prompt === 'login') query.set('prompt', 'login')
    const place = issuerOf(provider) === undefined ? '/oauth2/authorization' : LEAVING
    return reply.redirect(`${place}/${provider.id}?${query}`, 303)
  })

  scope.get(`${LEAVING}/:provider`, async (request, reply) => {
    const look = pageTheme(portal, request)
    const provider = (await everyProvider(portal, encrypt)).find(({ id }) => id === providerIn(request))
    if (!provider) return sendPage(reply, errorPage(look, { title: 'nowhere' }), { status: 404 })
    const query = new URLSearchParams(request.query as Record<string, string>)
    const next = `/oauth2/authorization/${provider.id}?${query}`
    return sendPage(reply, leavingPage(look, { name: provider.name, next }))
  })

  /** The embedded provider handles it: only it stores passkeys. */
  async function takeOnFirstPage(reply: FastifyReply, { passkey = '', ...form }: Form): Promise<FastifyReply> {
    const back = safeRedirectPath(form.return)
    const again = new URLSearchParams({ reason: 'passkey', return: back })
    if (!storePendingPasskey(reply, portal, encrypt, { passkey, back })) return reply.redirect(`/signin?${again}`, 303)
    const { id } = (await providersOf(portal, encrypt)).at(-1)!
    return reply.redirect(`/oauth2/authorization/${id}?${new URLSearchParams({ return: back })}`, 303)
  }

  scope.post('/signin/passkey', async (request, reply) => {
    const home = relyingPartyFor(portal, request.hostname)
    if (!home) return reply.callNotFound()
    const challenge = makeChallenge(encrypt, { use: 'sign-in', holder: ensureBrowserId(request, reply, portal) })
    reply.header('cache-control', 'no-store')
    return { challenge, rpId: home.id, userVerification: 'required', timeout: CHALLENGE_MS }
  })

  scope.get('/signin/someone-else', async (_request, reply) => {
    remember(reply, portal, encrypt, undefined)
    return reply.redirect('/signin', 303)
  })
}

/** The existing demo users, with the label of their role. */
async function demoRows({ db }: AppContext): Promise<DemoRow[]> {
  const names = Object.values(demoUsers).map(({ fullName }) => fullName)
  const rows = await db
    .selectFrom('users as u')
    .innerJoin('role_grants as g', 'g.user_id', 'u.id')
    .leftJoin('accounts as a', 'a.id', 'g.account_id')
    .select(['u.email', 'u.full_name as name', 'g.role', 'a.display_name as account'])
    .where('u.full_name', 'in', names)
    .where('u.state', '=', 'active')
    .orderBy('u.id')
    .execute()
  return rows.map(({ email, name, role, account }) => {
    const roleName = roleNames[role as Role] ?? role
    return { email, name, role: account ? `${roleName}, ${account}` : roleName }
  })
}

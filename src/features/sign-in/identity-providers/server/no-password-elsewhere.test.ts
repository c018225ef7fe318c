import { generate } from 'otplib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OutsideOffice, openOutsideOffice, outsidePassword } from '#test/external-oidc-app.ts'
import { openBrowser } from '#test/sign-in.ts'

let office: OutsideOffice
beforeAll(async () => {
  office = await openOutsideOffice()
})
afterAll(() => office.close())

/** Switches the provider; a link created while it was off is how a user can have one later. */
const switchProvider = (enabled: boolean) => office.change({ enabled })
const linksOf = (email: string) =>
  office.portal.db
    .selectFrom('one_time_links as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select('l.purpose')
    .where('u.email', '=', email)
    .execute()

/** Reads the last mail, follows its link, and signs in as its recipient. */
async function comeInByMail(email: string, count = 1): Promise<void> {
  const mail = (await office.mailbox.mailsTo(email, count)).at(-1)!
  expect(mail.text).toContain('Sign in with Outside ID: ')
  expect(mail.text).not.toMatch(/token=|password within/i)
  expect(await linksOf(email)).toEqual([])
  const url = new URL(/http\S+\/signin\?\S+/.exec(mail.text!)![0])
  const browser = openBrowser(office.url)
  const page = await browser.go(url.pathname + url.search)
  expect(page.text).toContain(`value="${email}"`)
  await browser.go('/signin', { email })
  expect(browser.cookies.has('cosp_access_token')).toBe(true)
  const user = await office.portal.db
    .selectFrom('users')
    .select(['state', 'subject'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  expect(user).toEqual({ state: 'active', subject: email })
}

test('users who sign up, or are invited, are redirected to the provider and bound by the first sign-in', async () => {
  const sina = 'sina@outside.example'
  const wish = { email: sina, fullName: 'Sina Signer', accountName: 'acme', termsAccepted: true }
  const signed = await fetch(`${office.url}/api/onboarding/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...wish, landingPage: '/accounts' }),
  })
  expect([signed.status, await signed.json()]).toEqual([202, { status: 'CHECK_YOUR_MAIL' }])
  expect((await office.mailbox.mailsTo(sina))[0]!.text).toContain('return=%2Faccounts')
  await comeInByMail(sina)

  const ivo = { email: 'ivo@outside.example', fullName: 'Ivo Invited', account: 'acme', roles: ['USER'] }
  const invited = await office.call('acmeManager', 'POST', '/users', ivo)
  expect(invited.status).toBe(201)
  await office.mailbox.mailsTo(ivo.email)
  const again = await office.call('acmeManager', 'POST', `/users/${invited.body.id}/state`, { action: 'resend' })
  expect(again.status).toBe(200)
  await comeInByMail(ivo.email, 2)
})

test('a forgotten password has no effect where a provider manages sign-in, with the same page for all', async () => {
  const forget = (email: string) => openBrowser(office.url).go('/signin/forgot', { email })
  const known = await forget('sina@outside.example')
  const unknown = await forget('nobody@outside.example')
  expect(known.text.replaceAll('sina@', '')).toBe(unknown.text.replaceAll('nobody@', ''))
  const [, mail] = await office.mailbox.mailsTo('sina@outside.example', 2)
  expect(mail!.text).toContain('there is no portal password to choose')
  expect(await linksOf('sina@outside.example')).toEqual([])
})

test('an older link is rejected with the way to sign in, and works again without a provider', async () => {
  await switchProvider(false)
  const ola = { email: 'ola@outside.example', fullName: 'Ola Early', account: 'acme', roles: ['USER'] }
  await office.call('acmeManager', 'POST', '/users', ola)
  const url = new URL(/http\S+\/signin\/activate\S+/.exec((await office.mailbox.mailsTo(ola.email))[0]!.text!)![0])
  const token = url.searchParams.get('token')!
  await switchProvider(true)
  const chosen = { token, password: outsidePassword, repeat: outsidePassword }
  const pages = [
    await openBrowser(office.url).go(url.pathname + url.search),
    await openBrowser(office.url).go('/signin/activate', chosen),
    await openBrowser(office.url).go(`/signup/activate?signupToken=${token}`),
  ]
  for (const page of pages) {
    expect(page.status).toBe(409)
    expect(page.text).toContain('href="/signin?login_hint=ola%40outside.example">Sign in with Outside ID')
  }
  const body = { password: outsidePassword, repeatPassword: outsidePassword, termsAccepted: true }
  const called = await fetch(`${office.url}/api/onboarding/activate?signupToken=${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect([called.status, ((await called.json()) as { code: string }).code]).toEqual([409, 'signup-elsewhere'])
  await switchProvider(false)
  expect((await openBrowser(office.url).go('/signin/activate', chosen)).text).toContain('Your password is set')
  await switchProvider(true)
})

test('an administrator cannot start a password that the user could not use', async () => {
  const { db } = office.portal
  const email = 'paula@outside.example'
  const id = await office.withPassword(email)
  const reset = await office.call('admin', 'POST', `/users/${id}/password/reset`)
  expect([reset.status, reset.body.code]).toEqual([409, 'uses-external-provider'])
  expect(await db.selectFrom('users').select('state').where('id', '=', id).executeTakeFirst()).toEqual({
    state: 'active',
  })
})

test('with a provider for the domain only administrators sign in by password, audited, with mail to all', async () => {
  const { db } = office.portal
  const byPassword = async (path: string, email: string) => {
    const browser = openBrowser(office.url)
    const first = await browser.go(path)
    const page = first.text.includes('name="step" value="email"')
      ? await browser.go(first.url.href, { step: 'email', email })
      : first
    return { browser, page: await browser.go(page.url.href, { step: 'password', password: outsidePassword }) }
  }
  const user = 'quinn@outside.example'
  await office.withPassword(user)
  for (const path of [`/oauth2/authorization/okta?login_hint=${user}`, '/oauth2/authorization/okta']) {
    const { browser, page } = await byPassword(path, user)
    expect([page.status, browser.cookies.has('cosp_access_token')]).toEqual([422, false])
    expect(page.text).toContain('You sign in with Outside ID')
  }
  const admin = 'root@outside.example'
  const id = await office.withPassword(admin)
  await db.insertInto('role_grants').values({ user_id: id, role: 'ADMIN' }).execute()
  const { browser, page } = await byPassword('/oauth2/authorization/okta?return=/accounts', admin)
  expect(page.text).toContain('Set up your authenticator')
  const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(page.text)![1]!.replaceAll(' ', '')
  await browser.go(page.url.href, { step: 'enrol', code: await generate({ secret }) })
  const done = await browser.go(page.url.href, { step: 'done' })
  expect([done.url.pathname, browser.cookies.has('cosp_access_token')]).toEqual(['/accounts', true])
  for (const address of [admin, office.users.admin.email])
    await expect
      .poll(async () => (await office.mailbox.mailsTo(address)).map(({ subject }) => subject).join())
      .toContain('without the identity provider')
  const events = db.selectFrom('events').select('actor_id').where('name', '=', 'session.break-glass')
  expect(await events.execute()).toEqual([{ actor_id: id }])
})

test('no provider authenticates the first administrator, nor users of a domain of another provider', async () => {
  const { db } = office.portal
  await db
    .updateTable('identity_providers')
    .set({ domains: ['*'] })
    .where('id', '=', 'outside-id')
    .execute()
  const other = {
    id: 'other',
    name: 'Other',
    type: 'OIDC',
    issuer: 'https://other.example',
    client_id: 'x',
    enabled: true,
  }
  await db
    .insertInto('identity_providers')
    .values({ ...other, domains: ['taken.example'] })
    .execute()
  for (const email of ['admin@localhost.localdomain', 'tina@taken.example']) {
    await db.insertInto('users').values({ email, full_name: 'Some Body', state: 'provisioned' }).execute()
    const browser = openBrowser(office.url)
    const page = await browser.go(`/oauth2/authorization/outside-id?login_hint=${email}`)
    expect([email, page.status, browser.cookies.has('cosp_access_token')]).toEqual([email, 403, false])
  }
})

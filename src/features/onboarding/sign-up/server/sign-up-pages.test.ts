import { afterAll, beforeAll, expect, test } from 'vitest'
import { type UserManagementApp, userManagementApp } from '#test/user-management-app.ts'

let office: UserManagementApp
beforeAll(async () => {
  office = await userManagementApp({ env: { RATE_LIMITS: 'off' } })
  await office.portal.db
    .updateTable('accounts')
    .set({ domains: ['acme.example'] })
    .where('id', '=', office.acme.id)
    .execute()
})
afterAll(() => office.close())

async function post(path: string, form: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await fetch(office.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(form),
  })
  return { status: response.status, text: await response.text(), location: response.headers.get('location') }
}
const user = (email: string, more = {}) => ({
  email,
  fullName: 'Sina Signer',
  accountName: 'acme',
  termsAccepted: 'yes',
  ...more,
})
const good = { fullName: 'Sina Signer', password: 'Quiet-Harbour-77', repeat: 'Quiet-Harbour-77', termsAccepted: 'yes' }

test('sign up and start, without script', async () => {
  const page = await fetch(`${office.url}/signup`)
  expect([page.status, page.headers.get('content-security-policy')]).toEqual([
    200,
    expect.stringContaining("default-src 'none'"),
  ])
  const sent = await post('/signup', user('sina@acme.example'))
  expect([sent.status, sent.text]).toEqual([200, expect.stringContaining('Check your mail')])
  const mails = () =>
    office.portal.db
      .selectFrom('mail_outbox')
      .select('body_text')
      .where('recipient', '=', 'sina@acme.example')
      .execute()
  await expect.poll(async () => (await mails()).length).toBe(1)
  const link = /\/signup\/activate\?signupToken=[\w-]+/.exec((await mails())[0]!.body_text!)![0]
  expect(await (await fetch(office.url + link)).text()).toContain('sina@acme.example')
  for (const [wrong, text] of [
    [{ password: 'short', repeat: 'short' }, 'class="broken"'],
    [{ repeat: 'Other-Harbour-77' }, 'Password mismatch'],
    [{ termsAccepted: '' }, 'Agree to the terms'],
    [{ fullName: 'Sina' }, 'Enter your first and last name.'],
  ] as const)
    expect([wrong, await post(link, { ...good, ...wrong })]).toEqual([
      wrong,
      expect.objectContaining({ status: 422, text: expect.stringContaining(text) }),
    ])
  expect(await post(link, good)).toMatchObject({
    status: 303,
    location: '/signin?reason=password-chosen&login_hint=sina%40acme.example',
  })
  expect(await post(link, good)).toMatchObject({ status: 404, text: expect.stringContaining('already used') })
})

test('errors are shown, the input stays, and nothing of it becomes markup', async () => {
  const hostile = '"><script>alert(1)</script> Name'
  for (const [form, status, text] of [
    [user('nothing'), 400, 'Invalid email address'],
    [user('a@acme.example', { fullName: 'One' }), 400, 'first and last name'],
    [user('a@acme.example', { accountName: '' }), 400, 'Enter an account name'],
    [user('a@acme.example', { termsAccepted: '' }), 400, 'Agree to the terms'],
    [user('a@acme.example', { fullName: hostile }), 400, 'first and last name'],
    [user('a@other.example', { accountName: hostile }), 403, 'not allowed for this account'],
  ] as const) {
    const reply = await post('/signup', form)
    expect([form, reply.status, reply.text]).toEqual([form, status, expect.stringContaining(text)])
    expect(reply.text).not.toContain('<script>alert')
  }
  expect((await post('/signup', user('b@acme.example'), { origin: 'https://evil.example' })).status).toBe(403)
  const dead = await fetch(`${office.url}/signup/activate?signupToken=nothing`)
  expect([dead.status, await dead.text()]).toEqual([404, expect.stringContaining('no longer valid')])
  expect(await post('/signup/resend', { email: 'nobody@nowhere.example' })).toMatchObject({
    status: 200,
    text: expect.stringContaining('Check your mail'),
  })
})

test('the terms have a page of their own, and the accepted version is recorded', async () => {
  const page = await (await fetch(`${office.url}/signup`)).text()
  expect(page).toContain('<a href="/signup/terms" target="_blank">')
  const terms = await fetch(`${office.url}/signup/terms`)
  const version = /Version of ([\d-]+)\./.exec(await terms.text())![1]
  await post('/signup', user('terms@acme.example'))
  const agreed = () =>
    office.portal.db
      .selectFrom('events')
      .select('data')
      .where('name', '=', 'user.terms-agreed')
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
  await expect.poll(async () => (await agreed())[0]?.data).toEqual({ terms: version })
})

test('a user who wanted a page gets there after starting, and is never redirected off the portal', async () => {
  const json = { ...user('lander@acme.example'), termsAccepted: true, landingPage: '/support?view=mine' }
  const signUp = await fetch(`${office.url}/api/onboarding/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(json),
  })
  expect(signUp.status).toBe(202)
  const mail = () =>
    office.portal.db
      .selectFrom('mail_outbox')
      .select('body_text')
      .where('recipient', '=', 'lander@acme.example')
      .executeTakeFirst()
  await expect.poll(mail).toBeDefined()
  const link = /\/signup\/activate\?\S+/.exec((await mail())!.body_text!)![0]
  const bent = link.replace(/landingPage=.*/, 'landingPage=//evil.example')
  expect((await post(bent, { ...good, repeat: 'x' })).text).not.toContain('evil')
  expect((await post(link, good)).location).toContain(`return=${encodeURIComponent('/support?view=mine')}`)
})

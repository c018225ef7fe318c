import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashOf } from '#features/access/tokens/server/index.ts'
import { type UserManagementApp, userManagementApp } from '#test/user-management-app.ts'

let office: UserManagementApp
beforeAll(async () => {
  office = await userManagementApp({ env: { RATE_LIMITS: 'off' } })
  const { db } = office.portal
  await db
    .updateTable('accounts')
    .set({ domains: ['people.example', 'acme.example'] })
    .where('id', '=', office.acme.id)
    .execute()
  await db.insertInto('forbidden_domains').values({ domain: 'bad.example' }).execute()
})
afterAll(() => office.close())

let number = 0
const newAddress = () => `signer-${++number}@acme.example`
async function call(method: string, path: string, body?: object) {
  const options = body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}
  const response = await fetch(`${office.url}/api/onboarding/${path}`, { method, ...options })
  const json = (await response.json()) as {
    code?: string
    status?: unknown
    fields?: { path: string }[]
    username?: string
  }
  return { status: response.status, body: json }
}
const signUp = (email: string, more: object = {}) =>
  call('POST', 'signup', { email, fullName: 'Sina Signer', accountName: 'acme', termsAccepted: true, ...more })
/** As if the mails to the address had been sent a while ago. */
const age = (email: string, minutes = 2) =>
  office.portal.db
    .updateTable('mail_outbox')
    .set({ created_at: new Date(Date.now() - minutes * 60_000) })
    .where('recipient', '=', email)
    .execute()
const requestsOf = (email: string) =>
  office.portal.db
    .selectFrom('join_requests as j')
    .innerJoin('users as u', 'u.id', 'j.user_id')
    .select(['j.status', 'j.account_id'])
    .where('u.email', '=', email)
    .execute()
const mailsTo = (email: string) =>
  office.portal.db
    .selectFrom('mail_outbox')
    .select(['subject', 'body_text'])
    .where('recipient', '=', email)
    .orderBy('id')
    .execute()
async function tokenOf(email: string, mail = 1): Promise<string> {
  await expect.poll(async () => (await mailsTo(email)).length).toBe(mail)
  return /signupToken=([\w-]+)/.exec((await mailsTo(email))[mail - 1]!.body_text!)![1]!
}
const good = 'Quiet-Harbour-77'
const activate = (token: string, more: object = {}) =>
  call('POST', `activate?signupToken=${token}`, { password: good, repeatPassword: good, termsAccepted: true, ...more })
const fieldsOf = ({ body }: { body: { fields?: { path: string }[] } }) => (body.fields ?? []).map(({ path }) => path)

test('sign up, follow the link, choose a password, wait for approval', async () => {
  const email = newAddress()
  expect(await signUp(email.toUpperCase())).toEqual({ status: 202, body: { status: 'CHECK_YOUR_MAIL' } })
  const token = await tokenOf(email)
  expect((await call('GET', `status?signupToken=${token}`)).body).toEqual({ status: 'VALID' })
  expect((await activate(token)).body).toEqual({ username: email })
  expect((await call('GET', `status?signupToken=${token}`)).body).toEqual({ status: 'USED' })
  expect((await activate(token)).status).toBe(404)
  const { state, id } = await office.portal.db
    .selectFrom('users')
    .select(['state', 'id'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  expect(state).toBe('active')
  await expect.poll(() => requestsOf(email)).toEqual([{ status: 'NEW', account_id: office.acme.id }])
  expect(await office.portal.db.selectFrom('role_grants').select('role').where('user_id', '=', id).execute()).toEqual(
    [],
  )
})

test('the same response for every address: new, known, signing up; only the mail differs', async () => {
  const known = office.users.acmeUser.email
  const fresh = newAddress()
  const responses = [await signUp(fresh), await signUp(known)]
  await tokenOf(fresh)
  await age(fresh)
  responses.push(await signUp(fresh))
  // Only a user who is signing up by then gets another link.
  await expect.poll(async () => (await mailsTo(fresh)).length).toBe(2)
  await expect.poll(async () => (await mailsTo(known)).length).toBe(1)
  await age(fresh)
  responses.push(
    await call('POST', 'resend', { email: known }),
    await call('POST', 'resend', { email: fresh }),
    await call('POST', 'resend', { email: 'nobody@nowhere.example' }),
  )
  for (const response of responses) expect(response).toEqual({ status: 202, body: { status: 'CHECK_YOUR_MAIL' } })
  await expect.poll(async () => (await mailsTo(fresh)).length).toBe(3)
  expect((await mailsTo(known)).map(({ body_text }) => body_text).join()).toContain('already has access')
  expect((await mailsTo(known)).map(({ body_text }) => body_text).join()).not.toContain('signupToken')
  expect(await mailsTo('nobody@nowhere.example')).toEqual([])
  const made = await office.portal.db
    .selectFrom('join_requests as j')
    .innerJoin('users as u', 'u.id', 'j.user_id')
    .select('j.id')
    .where('u.email', '=', known)
    .execute()
  expect(made).toEqual([])
})

test('a newer link voids the older one, and after 72 hours it expires', async () => {
  const email = newAddress()
  await signUp(email)
  const first = await tokenOf(email)
  await age(email)
  await call('POST', 'resend', { email })
  const second = await tokenOf(email, 2)
  expect((await call('GET', `status?signupToken=${first}`)).status).toBe(404)
  await office.portal.db
    .updateTable('one_time_links')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('used_at', 'is', null)
    .execute()
  expect((await call('GET', `status?signupToken=${second}`)).body).toEqual({ status: 'EXPIRED' })
  expect((await activate(second)).status).toBe(404)
})

test('a forbidden domain, one that is not allowed, and an account that does not exist', async () => {
  for (const [email, accountName, code] of [
    ['x@bad.example', 'acme', 'domain-forbidden'],
    ['x@other.example', 'acme', 'domain-not-allowed'],
    ['x@acme.example', 'blue', 'domain-not-allowed'],
    ['x@acme.example', 'nowhere', 'domain-not-allowed'],
    ['x@sub.acme.example', 'acme', 'domain-not-allowed'],
  ] as const) {
    const rejected = await signUp(email, { accountName })
    expect([email, rejected.status, rejected.body.code, fieldsOf(rejected)]).toEqual([email, 403, code, ['email']])
    const checked = await call('GET', `check?email=${email}&accountName=${accountName}`)
    expect([email, checked.status, checked.body.code]).toEqual([email, 403, code])
  }
  expect((await call('GET', 'check?email=x@acme.example&accountName=acme')).body).toEqual({ allowed: true })
})

test('nothing happens until the link was followed: no request, no mail to managers, no seat, and an invitation takes over', async () => {
  const { db } = office.portal
  await db.updateTable('accounts').set({ self_join: true }).where('id', '=', office.acme.id).execute()
  const [email, invited] = [newAddress(), newAddress()]
  for (const address of [email, invited]) {
    await signUp(address)
    await tokenOf(address)
    expect(await requestsOf(address)).toEqual([])
  }
  await db.updateTable('accounts').set({ self_join: false }).where('id', '=', office.acme.id).execute()
  const made = await office.call('acmeManager', 'POST', '/users', {
    email: invited,
    fullName: 'True User',
    account: 'acme',
    roles: ['USER'],
  })
  expect([made.status, made.body.fullName]).toEqual([201, 'True User'])
  expect((await activate(await tokenOf(email))).status).toBe(200)
  await expect.poll(() => requestsOf(email)).toEqual([{ status: 'NEW', account_id: office.acme.id }])
  const notified = await db
    .selectFrom('mail_outbox')
    .select('subject')
    .where('recipient', '=', office.users.acmeManager.email)
    .execute()
  expect(notified.every(({ subject }) => subject === 'Request to join acme')).toBe(true)
})

test('an address gets one mail a minute and ten a day, from any caller', async () => {
  const email = newAddress()
  await Promise.all(Array.from({ length: 5 }, () => signUp(email)))
  await tokenOf(email)
  for (let mails = 1; mails < 10; mails += 1) {
    await age(email, 5)
    await signUp(email)
    await tokenOf(email, mails + 1)
  }
  await age(email, 5)
  await signUp(email)
  const last = newAddress()
  await signUp(last)
  await tokenOf(last)
  expect(await mailsTo(email)).toHaveLength(10)
})

test('wrong fields are named, and roles cannot be injected', async () => {
  for (const [field, value] of [
    ['email', 'nothing'],
    ['email', 'a@acme.example\r\nBcc: b@acme.example'],
    ['fullName', 'Onename'],
    ['fullName', 'Urgent: see https://evil.example/verify'],
    ['fullName', 'Pay at evil.example now'],
    ['fullName', '<b>Sina</b> Signer'],
    ['termsAccepted', false],
    ['roles', ['ADMIN']],
    ['state', 'active'],
    ['landingPage', 'https://evil.example'],
  ] as const)
    expect([field, value, fieldsOf(await signUp(newAddress(), { [field]: value }))]).toEqual([field, value, [field]])
  const email = newAddress()
  await signUp(email)
  const token = await tokenOf(email)
  for (const [more, field] of [
    [{ password: 'short', repeatPassword: 'short' }, 'password'],
    [{ password: 'Sina-Signer-1', repeatPassword: 'Sina-Signer-1' }, 'password'],
    [{ repeatPassword: 'Another-One-5' }, 'repeatPassword'],
    [{ termsAccepted: false }, 'termsAccepted'],
    [{ fullName: 'One' }, 'fullName'],
  ] as const)
    expect([more, fieldsOf(await activate(token, more))]).toEqual([more, [field]])
  expect((await activate(token)).status).toBe(200)
  const replies = await Promise.all(Array.from({ length: 5 }, () => activate(token)))
  expect(replies.map(({ status }) => status)).toEqual(Array(5).fill(404))
})

test('where the account accepts its domain, the new user is active at once', async () => {
  await office.portal.db.updateTable('accounts').set({ self_join: true }).where('id', '=', office.acme.id).execute()
  const email = newAddress()
  await signUp(email)
  expect((await activate(await tokenOf(email))).status).toBe(200)
  const roles = () =>
    office.portal.db
      .selectFrom('role_grants as g')
      .innerJoin('users as u', 'u.id', 'g.user_id')
      .select(['g.role', 'g.account_id'])
      .where('u.email', '=', email)
      .execute()
  await expect.poll(roles).toEqual([{ role: 'USER', account_id: office.acme.id }])
})

test('the log of mails shows no token that is valid', async () => {
  const { headers } = office.users.admin
  const list = await (await fetch(`${office.url}/api/mails?size=200`, { headers })).json()
  const ids = list._embedded.mails.map(({ id }: { id: string }) => id)
  const texts = await Promise.all(
    ids.map(async (id: string) => (await fetch(`${office.url}/api/mails/${id}`, { headers })).text()),
  )
  const words = texts.flatMap((text) => text.match(/[\w-]{20,}/g) ?? [])
  const hashes = new Set(words.map((word) => hashOf(word).toString('hex')))
  const links = await office.portal.db.selectFrom('one_time_links').select('hash').execute()
  expect(links.length).toBeGreaterThan(3)
  expect(links.filter(({ hash }) => hashes.has(hash.toString('hex')))).toEqual([])
})

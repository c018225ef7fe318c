import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '#features/users/demo-users/server/index.ts'
import type { beginPasskey, Passkey } from '#features/users/second-factors/contract.ts'
import type { ReplyOf } from '#kit/server/serve/request-context.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { type Browser, openBrowser, type SignedIn, signedIn } from '#test/sign-in.ts'
import { type Bent, softwarePasskey } from '#test/software-passkey.ts'
import { makeUsers, signInAs, type Users } from '#test/users.ts'

type Authenticator = ReturnType<typeof softwarePasskey>
const passkeysUrl = '/api/users/me/factors/passkeys'

let app: TestApp
let users: Users
let url: string
let tomsKey: Authenticator

beforeAll(async () => {
  app = await testApp({ demo: true })
  users = await makeUsers(app.portal)
  url = app.url
  tomsKey = softwarePasskey(url)
  await add(await signInAs(url, users.user), tomsKey)
})
afterAll(() => app.close())

test('a passkey is added, named, listed with its last use, notified by mail, logged, and removed', async () => {
  const ingrid = await signInAs(url, users.manager)
  const key = softwarePasskey(url)
  const added = await add(ingrid, key)
  expect(added.status).toBe(201)
  const { id } = (await added.json()) as Passkey
  const renamed = await ingrid.call(`${passkeysUrl}/${id}`, { method: 'PATCH', json: { name: ' Blue key ' } })
  expect([renamed.status, ((await renamed.json()) as Passkey).name]).toEqual([200, 'Blue key'])
  await byAutofill(openBrowser(url), key)
  expect(await factorsOf(ingrid)).toMatchObject({
    passkeysPossible: true,
    passkeys: [{ id, name: 'Blue key', synced: false, lastUsedAt: expect.any(String) }],
  })
  expect((await ingrid.call(`${passkeysUrl}/${id}`, { method: 'DELETE' })).status).toBe(204)
  expect((await factorsOf(ingrid)).passkeys).toEqual([])
  expect((await ingrid.call(`${passkeysUrl}/${id}`, { method: 'DELETE' })).status).toBe(404)
  expect(await rejectedAtFirst(key)).toBe(true)
  const mails = await app.portal.db
    .selectFrom('mail_outbox')
    .select('subject')
    .where('recipient', '=', users.manager.email)
    .where('subject', 'like', '%passkey%')
    .orderBy('id')
    .execute()
  expect(mails.map(({ subject }) => subject!.split(' ').slice(0, 4).join(' '))).toEqual([
    'A passkey was added',
    'A passkey was removed',
  ])
  const events = await app.portal.db
    .selectFrom('events')
    .select('name')
    .where('name', 'like', 'user.factor-%')
    .where('subject_id', '=', String(users.manager.id))
    .orderBy('id')
    .execute()
  expect(events.map(({ name }) => name)).toEqual(['user.factor-added', 'user.factor-renamed', 'user.factor-removed'])
})

test('a passkey alone signs in, on the first page and the password page, and returns to the wanted page', async () => {
  const first = openBrowser(url)
  const there = await byAutofill(first, tomsKey, { return: '/support?view=mine' })
  expect(there.url.pathname + there.url.search).toBe('/support?view=mine')
  expect(await whoIs(first)).toBe(users.user.email)
  const second = openBrowser(url)
  const page = await second.go('/signin', { email: users.user.email })
  expect(page.text).toContain('Use a passkey instead')
  await second.go(page.url.href, { step: 'passkey', passkey: tomsKey.get(await ask(second)) })
  expect(await whoIs(second)).toBe(users.user.email)
  const { amr } = await app.portal.db
    .selectFrom('sessions')
    .select('amr')
    .where('user_id', '=', users.user.id)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  expect(amr).toEqual(['hwk', 'user', 'mfa'])
})

const forgeries: Record<string, Bent> = {
  'a page of another origin': { origin: 'https://evil.example' },
  'a passkey for another portal': { rpId: 'evil.example' },
  'a device that did not check who holds it': { verified: false },
  'the name of another user': { userHandle: Buffer.from('somebody else').toString('base64url') },
}
for (const [what, bent] of Object.entries(forgeries))
  test(`rejected: ${what}`, async () => expect(await rejectedAtFirst(tomsKey, bent)).toBe(true))

test('a stuck counter suspends the passkey, with mail and record, until its owner uses or removes it', async () => {
  const keiko = await signInAs(url, users.noc)
  const key = softwarePasskey(url)
  const { id } = (await (await add(keiko, key)).json()) as Passkey
  await byAutofill(openBrowser(url), key, {}, { counter: 7 })
  expect(await rejectedAtFirst(key, { counter: 7 })).toBe(true)
  expect((await factorsOf(keiko)).passkeys).toMatchObject([{ id, suspendedAt: expect.any(String) }])
  expect(await rejectedAtFirst(key, { counter: 8 })).toBe(true)
  const { db } = app.portal
  const mails = db.selectFrom('mail_outbox').select('subject').where('recipient', '=', users.noc.email)
  expect((await mails.where('subject', 'like', 'A passkey was suspended%').execute()).length).toBe(1)
  const events = db.selectFrom('events').select('subject_id').where('name', '=', 'user.passkey-suspended')
  expect(await events.execute()).toEqual([{ subject_id: String(users.noc.id) }])
  const resumed = await keiko.call(`${passkeysUrl}/${id}/resume`, { method: 'POST' })
  expect([resumed.status, ((await resumed.json()) as Passkey).suspendedAt]).toEqual([200, null])
  expect((await keiko.call(`${passkeysUrl}/${id}/resume`, { method: 'POST' })).status).toBe(404)
  expect(await rejectedAtFirst(key, { counter: 9 })).toBe(false)
})

test('rejected: a signature or signed data that were changed, and a malformed response', async () => {
  const browser = openBrowser(url)
  for (const part of ['signature', 'authenticatorData', 'clientDataJSON'] as const) {
    const assertion = JSON.parse(tomsKey.get(await ask(browser))) as { response: Record<typeof part, string> }
    assertion.response[part] = assertion.response[part].replace(/.{4}$/, (end) => (end === 'AAAA' ? 'BBBB' : 'AAAA'))
    expect(await opens(browser, JSON.stringify(assertion))).toBe(false)
  }
  for (const nothing of ['{}', 'null', '[', '{"id":1}', `{"id":"${'x'.repeat(5_000)}"}`])
    expect(await opens(browser, nothing)).toBe(false)
  await resetFailedAttempts()
})

test('a response is valid once, from the browser that got the challenge, within five minutes', async () => {
  const opened = openBrowser(url)
  const options = await ask(opened)
  const assertion = tomsKey.get(options)
  expect(await opens(openBrowser(url), assertion)).toBe(false)
  const other = openBrowser(url)
  await ask(other)
  expect(await opens(other, assertion)).toBe(false)
  expect(await opens(opened, assertion)).toBe(true)
  expect(await opens(opened, assertion)).toBe(false)
  expect(await opens(opened, tomsKey.get(options))).toBe(false)
  expect(
    await opens(opened, tomsKey.get({ ...options, challenge: Buffer.from('made up').toString('base64url') })),
  ).toBe(false)
  await resetFailedAttempts()
})

test("on another user's password page a passkey gives no access; unknown addresses get the same page", async () => {
  const texts: string[] = []
  for (const email of [users.csm.email, 'nobody@nordfeld-kabel.example']) {
    const browser = openBrowser(url)
    const page = await browser.go('/signin', { email })
    texts.push(page.text.replaceAll(email, '').replace(/<span class="avatar.*?<\/span>/g, ''))
    const rejected = await browser.go(page.url.href, { step: 'passkey', passkey: tomsKey.get(await ask(browser)) })
    expect([rejected.status, rejected.text.includes('The passkey was not accepted')]).toEqual([422, true])
    expect(browser.cookies.has('cosp_access_token')).toBe(false)
  }
  expect(texts[0]).toBe(texts[1])
  await resetFailedAttempts()
})

test('no passkey is added by a response for another session or page, a used one, or a malformed one', async () => {
  const tom = await signInAs(url, users.user)
  const mallory = await signInAs(url, users.contractor)
  const options = await begin(mallory)
  const key = softwarePasskey(url)
  const send = (who: SignedIn, credential: object) =>
    who.call(passkeysUrl, { method: 'POST', json: { name: 'x', credential } })
  expect((await send(tom, key.create(options))).status).toBe(400)
  expect((await send(mallory, key.create(options, { origin: 'https://evil.example' }))).status).toBe(400)
  expect((await send(mallory, key.create(options, { rpId: 'evil.example' }))).status).toBe(400)
  expect((await send(mallory, key.create(options, { verified: false }))).status).toBe(400)
  expect((await send(mallory, { id: 'AA', clientDataJSON: 'AA', attestationObject: 'AA' })).status).toBe(400)
  expect((await send(mallory, key.create(options))).status).toBe(201)
  expect((await send(mallory, softwarePasskey(url).create(options))).status).toBe(400)
  expect((await send(mallory, key.create(await begin(mallory)))).status).toBe(400)
  expect(((await begin(mallory)) as { excludeCredentials: object[] }).excludeCredentials).toHaveLength(1)
})

test('adding and removing require a sign-in of the last ten minutes, or the password', async () => {
  const session = await signInAs(url, users.otherUser)
  await add(session, softwarePasskey(url))
  const [{ id }] = (await factorsOf(session)).passkeys as [Passkey]
  await sql`update sessions set authenticated_at = now() - interval '11 minutes' where user_id = ${users.otherUser.id}`.execute(
    app.portal.db,
  )
  await expect
    .poll(async () => (await session.call(`${passkeysUrl}/options`, { method: 'POST', json: {} })).status)
    .toBe(403)
  expect((await session.call(`${passkeysUrl}/${id}`, { method: 'DELETE' })).status).toBe(403)
  const json = { currentPassword: demoPassword }
  expect((await session.call(`${passkeysUrl}/options`, { method: 'POST', json })).status).toBe(200)
})

test('a user managed by an external provider can have none, and existing ones give no access', async () => {
  const key = softwarePasskey(url)
  const session = await signInAs(url, users.otherUser)
  await add(session, key)
  const manage = (issuer: string | null) =>
    app.portal.db.updateTable('users').set({ issuer }).where('id', '=', users.otherUser.id).execute()
  await manage('https://login.example')
  expect((await session.call(`${passkeysUrl}/options`, { method: 'POST', json: {} })).status).toBe(409)
  expect(await rejectedAtFirst(key)).toBe(true)
  await manage(null)
  expect(await rejectedAtFirst(key)).toBe(false)
})

test("an administrator's reset of the second factors removes the passkeys too", async () => {
  const key = softwarePasskey(url)
  await add(await signInAs(url, users.contractor), key)
  const admin = await signInAs(url, users.admin)
  const reset = await admin.call(`/api/users/multifactor/reset?username=${users.contractor.email}`, { method: 'POST' })
  expect(reset.status).toBeLessThan(300)
  expect(await rejectedAtFirst(key)).toBe(true)
})

test('at a bare network address the portal offers none', async () => {
  const bare = url.replace('localhost', '127.0.0.1')
  const page = await openBrowser(bare).go('/signin', { email: users.user.email })
  expect(page.text).not.toContain('passkey')
  expect((await fetch(`${bare}/signin/passkey`, { method: 'POST' })).status).toBe(404)
})

async function begin(who: SignedIn): Promise<ReplyOf<typeof beginPasskey>> {
  const begun = await who.call(`${passkeysUrl}/options`, { method: 'POST', json: {} })
  expect(begun.status).toBe(200)
  return (await begun.json()) as ReplyOf<typeof beginPasskey>
}

async function add(who: SignedIn, key: Authenticator): Promise<Response> {
  const credential = key.create(await begin(who))
  return who.call(passkeysUrl, { method: 'POST', json: { name: 'Test key', credential } })
}

async function factorsOf(who: SignedIn): Promise<{ passkeys: Passkey[] }> {
  return (await (await who.call('/api/users/me/factors')).json()) as { passkeys: Passkey[] }
}

/** What the page's script requests before it calls the device. */
async function ask(browser: Browser): Promise<{ challenge: string; rpId: string }> {
  return JSON.parse((await browser.go('/signin/passkey', {})).text) as { challenge: string; rpId: string }
}

async function byAutofill(browser: Browser, key: Authenticator, form: Record<string, string> = {}, bent: Bent = {}) {
  return browser.go('/signin', { ...form, passkey: key.get(await ask(browser), bent) })
}

async function opens(browser: Browser, passkey: string): Promise<boolean> {
  const page = await browser.go('/signin', { passkey })
  return !page.text.includes('No user was found for this passkey')
}

async function rejectedAtFirst(key: Authenticator, bent: Bent = {}): Promise<boolean> {
  const browser = openBrowser(url)
  const page = await byAutofill(browser, key, {}, bent)
  await resetFailedAttempts()
  return page.text.includes('No user was found for this passkey') && !browser.cookies.has('cosp_access_token')
}

async function whoIs(browser: Browser): Promise<string> {
  return ((await (await signedIn(url, browser).call('/api/users/me')).json()) as { username: string }).username
}

async function resetFailedAttempts(): Promise<void> {
  await sql`delete from sign_in_throttle`.execute(app.portal.db)
}

import { sql } from 'kysely'
import { generate } from 'otplib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '#features/users/demo-users/server/index.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { type Browser, openBrowser, type Page, signedIn } from '#test/sign-in.ts'
import { softwarePasskey } from '#test/software-passkey.ts'
import { makeUsers, type Users } from '#test/users.ts'

let app: TestApp
let users: Users

beforeAll(async () => {
  // No demo: vendor roles need a second factor.
  app = await testApp()
  users = await makeUsers(app.portal)
})
afterAll(() => app.close())

test('vendor staff set up an authenticator at their first sign-in, then need its code, each code once', async () => {
  const browser = openBrowser(app.url)
  const enrol = await passwordStep(browser, users.admin.email)
  expect(enrol.text).toContain('Set up your authenticator')
  expect(enrol.text).toMatch(/<img class="qr" src="data:image\/svg\+xml;base64,/)
  const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(enrol.text)![1]!.replaceAll(' ', '')
  expect((await browser.go(enrol.url.href, { step: 'enrol', code: '000000' })).status).toBe(422)
  const first = await generate({ secret })
  const shown = await browser.go(enrol.url.href, { step: 'enrol', code: first })
  const codes = [...shown.text.matchAll(/<li><code>([a-z0-9-]+)<\/code>/g)].map(([, code]) => code!)
  expect(codes).toHaveLength(10)
  expect((await browser.go(enrol.url.href)).text).not.toContain(codes[0])
  // The page of codes may stay open for long: what counts is when the authenticator was confirmed.
  const twelveMinutesAgo = Date.now() - 720_000
  await sql`update oidc_records set payload = jsonb_set(payload, '{result,progress,provedAt}', ${`${twelveMinutesAgo}`}::jsonb)
    where payload #>> '{result,progress,next}' = 'codes'`.execute(app.portal.db)
  await browser.go(enrol.url.href, { step: 'done' })
  const started = await app.portal.db
    .selectFrom('sessions')
    .select('authenticated_at')
    .where('user_id', '=', users.admin.id)
    .executeTakeFirstOrThrow()
  expect(Math.abs(started.authenticated_at!.getTime() - twelveMinutesAgo)).toBeLessThan(1_001)
  expect((await signedIn(app.url, browser).call('/api/users/me')).status).toBe(200)
  const audit = await signedIn(app.url, browser).call('/api/audit?action=user.factor-added')
  expect(await audit.json()).toMatchObject({
    _embedded: { entries: [{ by: { id: String(users.admin.id), fullName: users.admin.fullName } }] },
  })

  const second = openBrowser(app.url)
  const challenge = await passwordStep(second, users.admin.email)
  expect(challenge.text).toContain('Enter your code')
  const replayed = await second.go(challenge.url.href, { step: 'totp', code: first })
  expect([replayed.status, second.cookies.has('cosp_access_token')]).toEqual([422, false])
  const next = await generate({ secret, epoch: Math.floor(Date.now() / 1000) + 30 })
  await second.go(challenge.url.href, { step: 'totp', code: next })
  expect((await signedIn(app.url, second).call('/api/users/me')).status).toBe(200)

  const third = openBrowser(app.url)
  const recovery = await passwordStep(third, users.admin.email)
  await third.go(recovery.url.href, { step: 'recovery', code: codes[0]!.toUpperCase() })
  expect((await signedIn(app.url, third).call('/api/users/me')).status).toBe(200)
  const fourth = openBrowser(app.url)
  const again = await passwordStep(fourth, users.admin.email)
  expect((await fourth.go(again.url.href, { step: 'recovery', code: codes[0]! })).status).toBe(422)
})

test('a right password does not reset wrong codes: ten lock the user, who is notified by mail', async () => {
  const { email, id } = users.admin
  let last: Page | undefined
  for (let guess = 1; guess <= 10; guess += 1) {
    const browser = openBrowser(app.url)
    const opened = await passwordStep(browser, email)
    expect(opened.text).toContain('Enter your code')
    last = await browser.go(opened.url.href, { step: 'totp', code: String(guess).padStart(6, '0') })
    if (guess < 10) await sql`update sign_in_throttle set wait_until = null`.execute(app.portal.db)
  }
  expect([last!.status, last!.text.includes('is locked')]).toEqual([429, true])
  expect((await passwordStep(openBrowser(app.url), email)).text).toContain('is locked')
  const row = app.portal.db.selectFrom('users').select('state').where('id', '=', id)
  expect(await row.executeTakeFirst()).toEqual({ state: 'lockedOut' })
  const mails = app.portal.db.selectFrom('mail_outbox').select('subject').where('recipient', '=', email)
  expect((await mails.execute()).map(({ subject }) => subject)).toContainEqual(
    expect.stringMatching(/^Your user account at .* was locked$/),
  )
  await sql`delete from sign_in_throttle`.execute(app.portal.db)
})

test('each browser enrols with its own secret, void after ten minutes and hidden once one is confirmed', async () => {
  const { email } = users.tacManager
  const secretIn = ({ text }: Page) => /<code>([A-Z2-7 ]+)<\/code>/.exec(text)?.[1]?.replaceAll(' ', '')
  const [mine, other] = [openBrowser(app.url), openBrowser(app.url)]
  const [page, seen] = [await passwordStep(mine, email), await passwordStep(other, email)]
  expect(secretIn(seen)).not.toBe(secretIn(page))
  expect(secretIn(await mine.go(page.url.href))).toBe(secretIn(page))
  const { db } = app.portal
  await sql`update totp_enrolments set created_at = now() - interval '11 minutes' where user_id = ${users.tacManager.id}`.execute(
    db,
  )
  const late = await mine.go(page.url.href, { step: 'enrol', code: await generate({ secret: secretIn(page)! }) })
  expect([late.status, secretIn(late) === secretIn(page)]).toEqual([422, false])

  const secret = secretIn(late)!
  await mine.go(page.url.href, { step: 'enrol', code: await generate({ secret }) })
  await mine.go(page.url.href, { step: 'done' })
  expect(mine.cookies.has('cosp_access_token')).toBe(true)
  const reloaded = await other.go(seen.url.href)
  expect([secretIn(reloaded), reloaded.text.includes('Enter your code')]).toEqual([undefined, true])
  for (const step of ['enrol', 'totp'])
    await other.go(seen.url.href, { step, code: await generate({ secret: secretIn(seen)! }) })
  expect(other.cookies.has('cosp_access_token')).toBe(false)
  const mail = db.selectFrom('mail_outbox').select('body_text').where('recipient', '=', email)
  expect((await mail.execute()).map(({ body_text }) => body_text)).toContainEqual(
    expect.stringMatching(/authenticator was added .* from .*, 127\.0\.0\.1\./),
  )
  await sql`delete from sign_in_throttle`.execute(db)
})

test('no step can be skipped: the password alone gives no access to a user with a second factor', async () => {
  const browser = openBrowser(app.url)
  const challenge = await passwordStep(browser, users.admin.email)
  for (const step of ['done', 'enrol', 'password'])
    await browser.go(challenge.url.href, { step, password: demoPassword, code: '' })
  expect(browser.cookies.has('cosp_access_token')).toBe(false)
})

test('staff with only a passkey use it after the password, need no code, and cannot remove it', async () => {
  const { url } = app
  const first = openBrowser(url)
  const enrol = await passwordStep(first, users.csm.email)
  const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(enrol.text)![1]!.replaceAll(' ', '')
  await first.go(enrol.url.href, { step: 'enrol', code: await generate({ secret }) })
  await first.go(enrol.url.href, { step: 'done' })
  const csm = signedIn(url, first)
  const factors = '/api/users/me/factors'
  expect((await csm.call(`${factors}/totp`, { method: 'DELETE' })).status).toBe(409)
  const key = softwarePasskey(url)
  const options = await (await csm.call(`${factors}/passkeys/options`, { method: 'POST', json: {} })).json()
  const json = { name: 'Key', credential: key.create(options as Parameters<typeof key.create>[0]) }
  const { id } = (await (await csm.call(`${factors}/passkeys`, { method: 'POST', json })).json()) as { id: string }
  expect((await csm.call(`${factors}/totp`, { method: 'DELETE' })).status).toBe(204)
  expect((await csm.call(`${factors}/passkeys/${id}`, { method: 'DELETE' })).status).toBe(409)

  const browser = openBrowser(url)
  const page = await passwordStep(browser, users.csm.email)
  expect(page.text).toContain('Use your passkey')
  for (const step of ['done', 'enrol', 'password', 'passkey'])
    await browser.go(page.url.href, { step, password: demoPassword, passkey: '{}' })
  expect(browser.cookies.has('cosp_access_token')).toBe(false)
  const challenge = JSON.parse((await browser.go('/signin/passkey', {})).text) as Parameters<typeof key.get>[0]
  await browser.go(page.url.href, { step: 'passkey', passkey: key.get(challenge) })
  expect((await signedIn(url, browser).call('/api/users/me')).status).toBe(200)
})

test('customers need a second factor where their account requires it', async () => {
  expect((await passwordStep(openBrowser(app.url), users.otherUser.email)).text).not.toContain('authenticator app')
  await app.portal.db
    .updateTable('accounts')
    .set({ requires_mfa: true })
    .where('name', '=', 'holmewick-media')
    .execute()
  expect((await passwordStep(openBrowser(app.url), users.otherUser.email)).text).toContain('Set up your authenticator')
})

test('known and unknown addresses get the same responses: sign-in, tenth guess, forgotten password', async () => {
  const shapes: Record<string, string[]> = {}
  for (const email of [users.user.email, 'nobody.known@nordfeld-kabel.example']) {
    const browser = openBrowser(app.url)
    const page = await browser.go('/signin', { email })
    const seen = [shapeOf(page, email)]
    for (let guess = 1; guess <= 11; guess += 1) {
      seen.push(shapeOf(await browser.go(page.url.href, { step: 'password', password: 'a wrong one' }), email))
      if (guess < 10)
        await sql`update sign_in_throttle set wait_until = null where key = ${email}`.execute(app.portal.db)
    }
    const forgot = await browser.go('/signin/forgot', { email })
    shapes[email] = [...seen, shapeOf(forgot, email)]
  }
  const [known, unknown] = Object.values(shapes)
  expect(known).toEqual(unknown)
  expect(known!.at(-2)).toContain('unlocks automatically in 15 minutes')
  const { state } = await app.portal.db
    .selectFrom('users')
    .select('state')
    .where('id', '=', users.user.id)
    .executeTakeFirstOrThrow()
  expect(state).toBe('lockedOut')
})

test('the lock rejects the right password too, affects no other user, and ends automatically', async () => {
  const locked = await passwordStep(openBrowser(app.url), users.user.email)
  expect([locked.status, locked.text.includes('is locked')]).toEqual([429, true])
  const ingrid = openBrowser(app.url)
  await passwordStep(ingrid, users.manager.email)
  expect(ingrid.cookies.has('cosp_access_token')).toBe(true)
  await sql`update sign_in_throttle set wait_until = now() - interval '1 second' where kind = 'user'`.execute(
    app.portal.db,
  )
  const browser = openBrowser(app.url)
  await passwordStep(browser, users.user.email)
  expect(await (await signedIn(app.url, browser).call('/api/users/me')).json()).toMatchObject({ userState: 'active' })
})

test('tries wait longer and longer; the limit is a hundred per address, whatever its headers claim', async () => {
  const browser = openBrowser(app.url, { 'x-forwarded-for': '203.0.113.7' })
  const page = await browser.go('/signin', { email: 'guessed.at@nordfeld-kabel.example' })
  for (let guess = 1; guess <= 5; guess += 1) await browser.go(page.url.href, { step: 'password', password: 'x' })
  const waits = async () =>
    (
      await sql<{ seconds: number }>`
        select extract(epoch from wait_until - since)::int as seconds from sign_in_throttle where key = 'guessed.at@nordfeld-kabel.example'`.execute(
        app.portal.db,
      )
    ).rows
  expect(await waits()).toEqual([{ seconds: 1 }])
  await sql`update sign_in_throttle set wait_until = now() where wait_until is not null`.execute(app.portal.db)
  await browser.go(page.url.href, { step: 'password', password: 'x' })
  expect(await waits()).toEqual([{ seconds: 2 }])
  // Seconds may pass before the next try.
  await sql`update sign_in_throttle set wait_until = now() + interval '5 minutes' where wait_until is not null`.execute(
    app.portal.db,
  )
  expect((await browser.go(page.url.href, { step: 'password', password: 'x' })).text).toContain(
    'Too many attempts. Try again in',
  )
  await sql`update sign_in_throttle set failures = 100 where kind = 'address'`.execute(app.portal.db)
  const rejected = await passwordStep(openBrowser(app.url, { 'x-forwarded-for': '203.0.113.8' }), users.manager.email)
  expect(rejected.text).toContain('Too many attempts from your network')
  await sql`delete from sign_in_throttle`.execute(app.portal.db)
})

test('guesses are counted by /64 of IPv6 and by IPv4 address in whatever form, behind a trusted proxy', async () => {
  const behind = await testApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  const from = async (address: string) => {
    const browser = openBrowser(behind.url, { 'x-forwarded-for': address })
    const page = await browser.go('/signin', { email: `${crypto.randomUUID()}@nordfeld-kabel.example` })
    return browser.go(page.url.href, { step: 'password', password: 'a wrong one' })
  }
  for (const address of ['2001:db8::1', '2001:db8:0:0:1::2', '[2001:db8::3]:443']) await from(address)
  for (const address of ['198.51.100.7', '::ffff:198.51.100.7', '198.51.100.7:40000']) await from(address)
  for (const address of ['garbage', '198.51.100.9, garbage']) await from(address)
  const { rows } = await sql<{ key: string; failures: number }>`
    select key, failures from sign_in_throttle where kind = 'address' order by key`.execute(behind.portal.db)
  await behind.close()
  expect(rows).toEqual([
    { key: '127.0.0.1', failures: 2 },
    { key: '198.51.100.7', failures: 3 },
    { key: '2001:db8:0:0::/64', failures: 3 },
  ])
})

test('a forgotten password: a link by mail, once, within the hour; old sessions end and the new password works', async () => {
  const before = openBrowser(app.url)
  await passwordStep(before, users.contractor.email)
  const { db } = app.portal
  const { id } = users.contractor
  const apiToken = {
    user_id: id,
    name: 'CI',
    hash: Buffer.from('a hash'),
    expires_at: new Date(Date.now() + 86_400_000),
  }
  await db.insertInto('api_tokens').values(apiToken).execute()
  await sql`update accounts set requires_mfa = true where id in (select account_id from role_grants where user_id = ${id})`.execute(
    db,
  )
  const halfway = openBrowser(app.url)
  const step = await passwordStep(halfway, users.contractor.email)
  expect(step.text).toContain('Set up your authenticator')
  await sql`update accounts set requires_mfa = false`.execute(db)
  await openBrowser(app.url).go('/signin/forgot', { email: users.contractor.email })
  await expect.poll(() => linkTo(users.contractor.email)).toContain('/signin/reset')
  const link = await linkTo(users.contractor.email)
  const browser = openBrowser(app.url)
  const page = await browser.go(link)
  expect(page.text).toContain('8 to 128 characters')
  const token = new URL(link).searchParams.get('token')!
  const send = (password: string, repeat: string) => browser.go('/signin/reset', { token, password, repeat })
  expect((await send('Welcome2026!', 'Welcome2026!')).text).toContain('Not a common password')
  expect((await send('Mira-Quartz7!', 'Mira-Quartz7!')).status).toBe(422)
  expect((await send('Quartz/Harbour7', 'Quartz/Harbour8')).text).toContain('Password mismatch')
  const done = await send('Quartz/Harbour7', 'Quartz/Harbour7')
  expect(done.text).toContain('Your password is set')
  expect((await send('Other/Harbour77', 'Other/Harbour77')).status).toBe(404)
  const used = await browser.go(link)
  expect([used.status, used.text.includes('name="repeat"')]).toEqual([404, false])
  await expect.poll(async () => (await signedIn(app.url, before).call('/api/users/me')).status).toBe(401)
  const after = openBrowser(app.url)
  await passwordStep(after, users.contractor.email, 'Quartz/Harbour7')
  expect(await db.selectFrom('api_tokens').select('id').where('user_id', '=', id).execute()).toEqual([])
  expect((await halfway.go(step.url.href)).text).toContain('name="password"')
  await halfway.go(step.url.href, { step: 'done' })
  expect(halfway.cookies.has('cosp_access_token')).toBe(false)
  expect(after.cookies.has('cosp_access_token')).toBe(true)
})

test('pages have a strict policy, no script or style of their own, and reject forms from other sites', async () => {
  const page = await openBrowser(app.url).go('/signin?reason=expired&return=//evil.example')
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'; style-src 'self'")
  expect(page.text).not.toMatch(/<style|\sstyle=|<script>|\son[a-z]+=/)
  expect(page.text).not.toContain('evil.example')
  expect(page.text).toContain('Your session has ended')
  for (const file of page.text.match(/\/signin\/assets\/[^"]+/g)!)
    expect((await fetch(app.url + file)).status).toBe(200)
  const forged = await openBrowser(app.url, { origin: 'https://evil.example' }).go('/signin', {
    email: users.user.email,
  })
  expect(forged.status).toBe(403)
})

test('user input is shown as text, never as markup', async () => {
  const page = await openBrowser(app.url).go('/signin', { email: '"><script>alert(1)</script>' })
  expect(page.status).toBe(400)
  expect(page.text).not.toContain('<script>alert')
})

async function passwordStep(browser: Browser, email: string, password = demoPassword): Promise<Page> {
  const page = await browser.go('/signin', { email })
  return browser.go(page.url.href, { step: 'password', password })
}

/** A page without the parts that differ by address or by run. */
function shapeOf({ status, text }: Page, email: string): string {
  const plain = text
    .replaceAll(email, 'E-MAIL')
    .replace(/tone-\d/g, '')
    .replace(/<span class="avatar[^<]*<\/span>/g, '')
  return `${status} ${plain}`
}

async function linkTo(email: string): Promise<string> {
  const mail = await app.portal.db
    .selectFrom('mail_outbox')
    .select('body_text')
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return /https?:\S+/.exec(mail?.body_text ?? '')?.[0] ?? ''
}

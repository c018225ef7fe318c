import { sql } from 'kysely'
import { generate } from 'otplib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '#features/users/demo-users/server/index.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { inProduction } from '#test/settings.ts'
import { openBrowser, signIn } from '#test/sign-in.ts'
import { makeUsers, signInAs, type Users } from '#test/users.ts'

let app: TestApp
let users: Users

beforeAll(async () => {
  app = await testApp({ demo: true })
  users = await makeUsers(app.portal)
})
afterAll(() => app.close())

test('settings have defaults until they are changed, and only the named ones change', async () => {
  const tom = await signInAs(app.url, users.user)
  expect(await json(await tom.call('/api/users/me/settings'))).toMatchObject({
    theme: 'auto',
    density: 'normal',
    keys: true,
  })
  const views = { cases: [{ name: 'Mine', search: { status: 'OPEN' } }] }
  const changed = await tom.call('/api/users/me/settings', {
    method: 'PATCH',
    json: { theme: 'dark', timeZone: 'Europe/Oslo', views, pinnedAccounts: ['22'], columns: { cases: ['key'] } },
  })
  expect(changed.status).toBe(200)
  expect(await json(await tom.call('/api/users/me/settings'))).toMatchObject({
    theme: 'dark',
    timeZone: 'Europe/Oslo',
    density: 'normal',
    views,
    pinnedAccounts: ['22'],
    columns: { cases: ['key'] },
  })
  const rejected = await tom.call('/api/users/me/settings', { method: 'PATCH', json: { timeZone: 'Mars/Base' } })
  expect([rejected.status, (await json(rejected)).fields[0].path]).toEqual([400, 'timeZone'])
})

test("the user's mail settings are visible to those who manage users, and the other settings stay", async () => {
  const tom = await signInAs(app.url, users.user)
  const subscriptions = async () =>
    (
      await app.portal.db
        .selectFrom('users')
        .select('subscriptions')
        .where('id', '=', users.user.id)
        .executeTakeFirstOrThrow()
    ).subscriptions.sort()
  const change = async (chosen: object) =>
    json(await tom.call('/api/users/me/settings', { method: 'PATCH', json: chosen }))
  expect(await change({ mailReleases: false })).toMatchObject({ mailCases: true, mailReleases: false })
  expect(await subscriptions()).toEqual(['ANNOUNCEMENTS', 'CALENDAR', 'CASES'])
  expect(await change({ mailReleases: true })).toMatchObject({ mailCases: true, mailReleases: true })
  expect(await subscriptions()).toEqual(['ANNOUNCEMENTS', 'CALENDAR', 'CASES', 'RELEASES'])
})

test('the own profile names the accounts in which the user only reads', async () => {
  const { db } = app.portal
  const setViewOnly = (viewOnly: boolean) =>
    db.updateTable('accounts').set({ view_only: viewOnly }).where('name', '=', 'nordfeld-kabel').execute()
  const tom = await signInAs(app.url, users.user)
  const viewOnly = async () => (await json(await tom.call('/api/users/me'))).viewOnlyAccounts
  expect(await viewOnly()).toEqual([])
  await setViewOnly(true)
  await expect.poll(viewOnly).toEqual(['nordfeld-kabel'])
  await setViewOnly(false)
  await expect.poll(viewOnly).toEqual([])
})

test.skipIf(inProduction)('a demo is shown as such to every user', async () => {
  const tom = await signInAs(app.url, users.user)
  expect((await json(await tom.call('/api/users/me'))).demo).toBe(true)
})

test("the own profile names the user's manager, or none", async () => {
  const tom = await signInAs(app.url, users.user)
  expect((await json(await tom.call('/api/users/me'))).manager).toBeNull()
  const { db } = app.portal
  await db
    .updateTable('users')
    .set({ manager_email: users.manager.email })
    .where('email', '=', users.user.email)
    .execute()
  expect((await json(await tom.call('/api/users/me'))).manager).toBe(users.manager.email)
})

test('an API token works as Bearer and as Basic until it is revoked, needs no XSRF token, and is shown once', async () => {
  const tom = await signInAs(app.url, users.user)
  const made = await tom.call('/api/users/me/tokens', {
    method: 'POST',
    json: { name: 'backup', expiresAt: inDays(30) },
  })
  const { id, token } = await json(made)
  expect(made.status).toBe(201)
  const basic = (name: string) => `Basic ${Buffer.from(`${name}:${token}`).toString('base64')}`
  const me = (authorization: string) => fetch(`${app.url}/api/users/me`, { headers: { authorization } })
  expect((await json(await me(`Bearer ${token}`))).username).toBe(users.user.email)
  expect((await json(await me(basic(users.user.email)))).username).toBe(users.user.email)
  expect((await me(basic(users.manager.email))).status).toBe(401)
  const write = {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{"keys":false}',
  }
  expect((await fetch(`${app.url}/api/users/me/settings`, write)).status).toBe(200)
  const rows = (await json(await tom.call('/api/users/me/tokens')))._embedded.tokens
  expect(rows.map((row: { id: string }) => row.id)).toEqual([id])
  expect(JSON.stringify(rows)).not.toContain(token)
  expect((await tom.call(`/api/users/me/tokens/${id}`, { method: 'DELETE' })).status).toBe(204)
  await expect.poll(async () => (await me(`Bearer ${token}`)).status).toBe(401)
})

test('a repeated Idempotency-Key returns the same token again, and its stored form is not readable', async () => {
  const tom = await signInAs(app.url, users.user)
  const expiresAt = inDays(3)
  const make = () =>
    tom.call('/api/users/me/tokens', {
      method: 'POST',
      headers: { 'idempotency-key': 'one-token' },
      json: { name: 'once', expiresAt },
    })
  const { token } = await json(await make())
  expect((await json(await make())).token).toBe(token)
  const kept = await app.portal.db
    .selectFrom('idempotency_keys')
    .select('body')
    .where('key', '=', 'one-token')
    .execute()
  expect(kept).toHaveLength(1)
  expect(kept[0]!.body).not.toContain(token)
  expect(Buffer.from(kept[0]!.body ?? '', 'base64').toString('latin1')).not.toContain(token)
})

test('a password is not accepted as a token, and a token creates no tokens', async () => {
  const authorization = `Basic ${Buffer.from(`${users.user.email}:${demoPassword}`).toString('base64')}`
  expect((await fetch(`${app.url}/api/users/me`, { headers: { authorization } })).status).toBe(401)
  const tom = await signInAs(app.url, users.user)
  const { token } = await json(
    await tom.call('/api/users/me/tokens', { method: 'POST', json: { name: 'one', expiresAt: inDays(1) } }),
  )
  const more = await fetch(`${app.url}/api/users/me/tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'two', expiresAt: inDays(1) }),
  })
  expect([more.status, (await json(more)).code]).toEqual([403, 'reauthentication-required'])
})

test('a narrowed token reaches no further than its permissions, and never further than its holder', async () => {
  const tom = await signInAs(app.url, users.user)
  const ask = (permissions: string[]) =>
    tom.call('/api/users/me/tokens', { method: 'POST', json: { name: 'narrow', permissions, expiresAt: inDays(1) } })
  expect((await json(await ask(['system-info:read']))).code).toBe('token-permission-unknown')
  const { token } = await json(await ask(['account:read']))
  const get = (path: string) => fetch(app.url + path, { headers: { authorization: `Bearer ${token}` } })
  expect((await get('/api/accounts')).status).toBe(200)
  expect((await get('/api/users/me')).status).toBe(403)
  expect((await get('/api/cluster/system-info')).status).toBe(403)
  await sql`update api_tokens set expires_at = now() - interval '1 second'`.execute(app.portal.db)
  await expect.poll(async () => (await get('/api/accounts')).status).toBe(401)
})

test('a narrowed token sees the limits of plans when that permission was chosen too', async () => {
  const mary = await signInAs(app.url, users.manager)
  const facets = async (permissions: string[]) => {
    const json = { name: 'plans', permissions, expiresAt: inDays(1) }
    const { token } = await (await mary.call('/api/users/me/tokens', { method: 'POST', json })).json()
    const reply = await fetch(`${app.url}/api/accounts`, { headers: { authorization: `Bearer ${token}` } })
    return (await reply.json())._embedded.accounts.map(({ planFacets }: { planFacets: unknown }) => planFacets)
  }
  expect(await facets(['account:read', 'account:plan:read'])).toEqual([[]])
  expect(await facets(['account:read'])).toEqual([null])
})

test('an authenticator is set up, confirmed, renewed codes void the old ones, and it is removed', async () => {
  const grace = await signInAs(app.url, users.otherUser)
  const post = (path: string, body: object) =>
    grace.call(`/api/users/me/factors/${path}`, { method: 'POST', json: body })
  const offer = await json(await post('totp', {}))
  expect(offer.uri).toContain(`secret=${offer.secret}`)
  expect(offer.qr).toMatch(/^data:image\/svg\+xml;base64,/)
  expect((await json(await grace.call('/api/users/me/factors'))).totp.enabled).toBe(false)
  expect((await json(await post('totp/confirm', { code: '000000' }))).code).toBe('code-wrong')
  const confirmed = await json(await post('totp/confirm', { code: await generate({ secret: offer.secret }) }))
  expect(new Set(confirmed.recoveryCodes).size).toBe(10)
  expect((await json(await post('totp', {}))).code).toBe('factor-exists')
  const renewed = await json(await post('recovery-codes', { currentPassword: demoPassword }))
  expect(renewed.recoveryCodes).not.toEqual(confirmed.recoveryCodes)
  expect(await json(await grace.call('/api/users/me/factors'))).toMatchObject({
    totp: { enabled: true },
    recoveryCodes: { left: 10 },
  })
  expect((await grace.call('/api/users/me/factors/totp', { method: 'DELETE' })).status).toBe(204)
  expect(await json(await grace.call('/api/users/me/factors'))).toMatchObject({
    totp: { enabled: false },
    recoveryCodes: { left: 0 },
  })
  expect(await mailsTo(users.otherUser.email)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('added'),
      expect.stringContaining('removed'),
      expect.stringContaining('recovery'),
    ]),
  )
})

test('factors need a fresh sign-in or the current password', async () => {
  const lukas = await signInAs(app.url, users.technician)
  await sql`update sessions set authenticated_at = now() - interval '11 minutes' where user_id = ${users.technician.id}`.execute(
    app.portal.db,
  )
  const begin = (body: object) => lukas.call('/api/users/me/factors/totp', { method: 'POST', json: body })
  await expect.poll(async () => (await json(await begin({}))).code).toBe('reauthentication-required')
  expect((await json(await begin({ currentPassword: 'wrong' }))).code).toBe('password-wrong')
  expect((await begin({ currentPassword: demoPassword })).status).toBe(200)
})

test('a new password replaces the old one, ends the other sessions on request, and is notified by mail', async () => {
  const ingrid = await signInAs(app.url, users.manager)
  const phone = await signInAs(app.url, users.manager)
  const change = (currentPassword: string, newPassword: string) =>
    ingrid.call('/api/users/me/factors/password', {
      method: 'POST',
      json: { currentPassword, newPassword, endOtherSessions: true, revokeTokens: true },
    })
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  await ingrid.call('/api/users/me/tokens', { method: 'POST', json: { name: 'CI', expiresAt } })
  await openBrowser(app.url).go('/signin/forgot', { email: users.manager.email })
  const links = () => app.portal.db.selectFrom('one_time_links').where('user_id', '=', users.manager.id).selectAll()
  await expect.poll(async () => (await links().execute()).length).toBe(1)
  expect((await json(await change('wrong', 'Quartz/Harbour7'))).code).toBe('password-wrong')
  for (const unfit of ['short1!', 'Ingrid/Harbour7', 'Password123!', 'Quartz Harbour7!'])
    expect((await json(await change(demoPassword, unfit))).code).toBe('password-policy-violation')
  expect((await change(demoPassword, 'Quartz/Harbour7')).status).toBe(204)
  expect((await ingrid.call('/api/users/me')).status).toBe(200)
  await expect.poll(async () => (await phone.call('/api/users/me')).status).toBe(401)
  await expect(signIn(app.url, users.manager.email, demoPassword)).rejects.toThrow()
  await signIn(app.url, users.manager.email, 'Quartz/Harbour7')
  expect(await mailsTo(users.manager.email)).toContainEqual(expect.stringContaining('was changed'))
  expect(await links().execute()).toEqual([])
  expect((await json(await ingrid.call('/api/users/me/tokens')))._embedded.tokens).toEqual([])
})

async function json(response: Response) {
  return JSON.parse(await response.text())
}

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString()
}

async function mailsTo(email: string): Promise<string[]> {
  const rows = await app.portal.db
    .selectFrom('mail_outbox')
    .select('subject')
    .where('recipient', '=', email)
    .orderBy('id')
    .execute()
  return rows.map(({ subject }) => subject!)
}

test('a user changes the address within the domain: the new mailbox confirms it, the old one is notified', async () => {
  const { db } = app.portal
  const old = users.user.email
  const domain = old.slice(old.indexOf('@'))
  const next = `thomas.becker${domain}`
  const tom = await signInAs(app.url, users.user)
  const ask = (email: string, currentPassword = demoPassword) =>
    tom.call('/api/users/me/email', { method: 'POST', json: { email, currentPassword } })
  const mails = async (to: string) =>
    (
      await db
        .selectFrom('mail_outbox')
        .select(['subject', 'body_text'])
        .where('recipient', '=', to)
        .orderBy('id')
        .execute()
    ).map(({ subject, body_text }) => `${subject} ${body_text}`)
  expect((await json(await ask(next, 'wrong'))).code).toBe('password-wrong')
  for (const email of ['tom@elsewhere.example', 'tom', `tom${domain}.example`])
    expect((await json(await ask(email))).fields, email).toMatchObject([{ path: 'email' }])
  // The reply does not say who else has an address here.
  const sent = (await mails(users.manager.email)).length
  expect((await ask(`${users.manager.email.split('@')[0]}${domain}`)).status).toBe(204)
  expect(await mails(users.manager.email)).toHaveLength(sent)

  await sql`update users set manager_email = ${old} where id = ${users.manager.id}`.execute(db)
  expect((await ask(next.toUpperCase())).status).toBe(204)
  const [mail] = await mails(next)
  const path = /\/signin\/email\?token=[\w-]+/.exec(mail!)![0]
  expect((await mails(old)).at(-1)).toContain(`A new e-mail address was requested`)
  const browser = openBrowser(app.url)
  const token = path.slice(path.indexOf('=') + 1)
  // The link is for the address alone; a scanner that opens it changes nothing.
  for (const other of ['/signin/reset', '/signin/activate'])
    expect((await browser.go(`${other}?token=${token}`)).status).toBe(404)
  expect((await browser.go(path)).text).toContain(next)
  expect((await json(await tom.call('/api/users/me'))).username).toBe(old)

  // What names the address follows it.
  await sql`
    with event as (
      insert into calendar_events (uid, subject, start_at, end_at, time_zone, first_start, last_end, invited)
      values ('swap', 'Swap', '2027-01-04 10:00', '2027-01-04 11:00', 'UTC', '2027-01-04T10:00Z', '2027-01-04T11:00Z',
        jsonb_build_array(jsonb_build_object('kind', 'USER', 'name', ${old}::text), jsonb_build_object('kind', 'SIDE', 'name', 'VENDOR'))) returning id)
    insert into calendar_attendees (event_id, email, user_id, side) select id, ${old}, ${users.user.id}, 'CUSTOMER' from event`.execute(
    db,
  )
  expect((await browser.go('/signin/email', { token })).url.search).toContain('reason=email-changed')
  expect((await browser.go('/signin/email', { token })).status).toBe(404)
  await expect.poll(async () => (await json(await tom.call('/api/users/me'))).username).toBe(next)
  expect((await mails(old)).at(-1)).toContain('was changed')
  const { rows } = await sql<{
    manager: string
  }>`select manager_email as manager from users where id = ${users.manager.id}`.execute(db)
  expect(rows).toEqual([{ manager: next }])
  const invited = () =>
    db.selectFrom('calendar_attendees').select('email').where('user_id', '=', users.user.id).execute()
  await expect.poll(invited).toEqual([{ email: next }])
  const event = await db
    .selectFrom('calendar_events')
    .select('invited')
    .where('uid', '=', 'swap')
    .executeTakeFirstOrThrow()
  expect(event.invited).toEqual([
    { kind: 'USER', name: next },
    { kind: 'SIDE', name: 'VENDOR' },
  ])
  expect((await (await signIn(app.url, next, demoPassword)).call('/api/users/me')).status).toBe(200)
})

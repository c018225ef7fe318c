import { afterAll, beforeAll, expect, test } from 'vitest'
import { setSeats } from '#test/factories.ts'
import { type Member, type UserManagementApp, userManagementApp } from '#test/user-management-app.ts'

let office: UserManagementApp
beforeAll(async () => {
  office = await userManagementApp({ env: { RATE_LIMITS: 'off' } })
  const { db } = office.portal
  for (const { id } of [office.acme, office.blue])
    await db
      .updateTable('accounts')
      .set({ domains: ['people.example'] })
      .where('id', '=', id)
      .execute()
})
afterAll(() => office.close())

let number = 0
const newUser = () => `new-${++number}@people.example`
const invite = (as: Member, body: Record<string, unknown>) =>
  office.call(as, 'POST', '/users', { email: newUser(), fullName: 'Nina Newcomer', ...body })

test('a manager invites a user into their account: created, notified by mail, with the role', async () => {
  const email = newUser()
  const made = await invite('acmeManager', {
    email: email.toUpperCase(),
    account: 'acme',
    roles: ['USER'],
    jobTitle: 'NOC',
  })
  expect([made.status, made.body]).toMatchObject([
    201,
    { username: email, userState: 'provisioned', jobTitle: 'NOC', roles: [{ role: 'USER', account: 'acme' }] },
  ])
  const mail = await office.portal.db
    .selectFrom('mail_outbox')
    .select('body_text')
    .where('recipient', '=', email)
    .execute()
  expect(mail.map(({ body_text }) => body_text).join()).toContain('/signin/activate?token=')
})

test('users invite only with roles that they may grant', async () => {
  expect((await invite('acmeManager', { account: 'blue', roles: ['USER'] })).status).toBe(400)
  expect((await invite('acmeManager', { roles: ['HARMONIC'] })).status).toBe(403)
  expect((await invite('acmeManager', { account: 'acme' })).status).toBe(400)
  expect((await invite('acmeUser', { account: 'acme', roles: ['USER'] })).status).toBe(403)
  expect((await invite('csm', { account: 'blue', roles: ['USER'] })).status).toBe(400)
  expect((await invite('csm', { account: 'acme', roles: ['MANAGER'] })).status).toBe(201)
  expect((await invite('manager', { roles: ['HARMONIC_NOC'] })).status).toBe(201)
  expect((await invite('manager', { roles: ['CENTRAL'] })).status).toBe(403)
  expect((await invite('manager', {})).status).toBe(201)
})

test('one address is one user: a caller who already sees the user gets a conflict, and nothing is created', async () => {
  const email = newUser()
  await invite('blueManager', { email, account: 'blue', roles: ['USER'] })
  const again = await invite('blueManager', { email, account: 'blue', roles: ['MANAGER'] })
  expect([again.status, again.body.code]).toEqual([409, 'user-exists'])
  expect(again.text).not.toContain('Nina')
  expect((await invite('admin', { email, account: 'blue', roles: ['USER'] })).body.code).toBe('user-exists')
})

test('a manager does not learn whether an address has access elsewhere: the response is the same, the mail differs', async () => {
  const { db } = office.portal
  const body = { account: 'acme', roles: ['USER'], jobTitle: 'NOC' }
  const fresh = await invite('acmeManager', { ...body, email: newUser() })
  for (const { id, email } of [office.users.blueUser, office.users.admin]) {
    const known = await invite('acmeManager', { ...body, email })
    expect([known.status, Object.keys(known.body)]).toEqual([fresh.status, Object.keys(fresh.body)])
    const {
      id: _,
      userId: __,
      username: ___,
      created: ____,
      updated: _____,
      ...rest
    } = fresh.body as never as Record<string, unknown>
    expect(known.body).toMatchObject({ ...rest, username: email })
    expect(known.body.id).not.toBe(String(id))
    expect([...known.headers.keys()]).toEqual([...fresh.headers.keys()])
    const mails = await db.selectFrom('mail_outbox').select('subject').where('recipient', '=', email).execute()
    expect(mails).toEqual([{ subject: 'You are invited to acme' }])
    expect(await db.selectFrom('role_grants').select('role').where('user_id', '=', id).execute()).toHaveLength(1)
  }
})

test('an address outside the allowed domains: denied to managers, confirmed by an administrator', async () => {
  const email = 'nina@elsewhere.example'
  const body = { email, account: 'acme', roles: ['USER'] }
  for (const as of ['acmeManager', 'csm'] as const) {
    const rejected = await invite(as, { ...body, confirmDomain: true })
    expect([as, rejected.status, rejected.body.code]).toEqual([as, 403, 'domain-not-allowed'])
  }
  const requested = await invite('admin', body)
  expect([
    requested.status,
    requested.body.code,
    (requested.body.fields as unknown as { path: string }[])[0]?.path,
  ]).toEqual([409, 'domain-unconfirmed', 'email'])
  expect((await invite('admin', { ...body, confirmDomain: true })).status).toBe(201)
})

test('without a seat no user is created', async () => {
  await setSeats(office, office.blue, 1)
  const email = newUser()
  const rejected = await invite('blueManager', { email, account: 'blue', roles: ['USER'] })
  expect([rejected.status, rejected.body.code]).toEqual([409, 'seats-taken'])
  expect(await office.portal.db.selectFrom('users').select('id').where('email', '=', email).execute()).toEqual([])
  // The same for a known address, so that nothing can be probed while no seat is free.
  const known = { email: office.users.acmeUser.email, account: 'blue', roles: ['USER'] }
  expect((await invite('blueManager', known)).body.code).toBe('seats-taken')
  const metrics = await (await fetch(`${office.url}/metrics`)).text()
  expect(metrics).toMatch(/^headend_quota_rejections_total\{quota="users"\} [1-9]/m)
})

test('invalid fields are named', async () => {
  for (const [field, value] of [
    ['email', 'not an address'],
    ['email', 'a@b.example\r\nBcc: c@d.example'],
    ['email', 'x(c)@people.example'],
    ['email', 'ｎora.lindqvist@people.example'],
    ['fullName', 'Onename'],
    ['fullName', ''],
    ['account', 'NO SUCH'],
    ['userState', 'active'],
  ] as const) {
    const { status, body } = await invite('admin', { [field]: value })
    expect([field, value, status, (body.fields as unknown as { path: string }[])[0]?.path]).toEqual([
      field,
      value,
      400,
      field,
    ])
  }
})

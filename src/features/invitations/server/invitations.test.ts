import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Member, type Office, openOffice } from '#test/office.ts'

let office: Office
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

let number = 0
const newcomer = () => `new-${++number}@people.example`
const invite = (as: Member, body: Record<string, unknown>) =>
  office.call(as, 'POST', '/users', { email: newcomer(), fullName: 'Nina Newcomer', ...body })

test('a manager invites somebody into their account: made, told by mail, with the role', async () => {
  const email = newcomer()
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

test('nobody invites further than they may give roles', async () => {
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

test('one address is one person: the second invitation is 409 and makes nothing', async () => {
  const email = newcomer()
  await invite('blueManager', { email, account: 'blue', roles: ['USER'] })
  const again = await invite('acmeManager', { email, account: 'acme', roles: ['USER'] })
  expect([again.status, again.body.code]).toEqual([409, 'user-exists'])
  expect(again.text).not.toContain('Nina')
})

test('no seat, no person', async () => {
  await office.portal.db.insertInto('account_seats').values({ account_id: office.blue.id, max_users: 1 }).execute()
  const email = newcomer()
  const refused = await invite('blueManager', { email, account: 'blue', roles: ['USER'] })
  expect([refused.status, refused.body.code]).toEqual([409, 'seats-taken'])
  expect(await office.portal.db.selectFrom('users').select('id').where('email', '=', email).execute()).toEqual([])
})

test('wrong fields are named', async () => {
  for (const [field, value] of [
    ['email', 'not an address'],
    ['email', 'a@b.example\r\nBcc: c@d.example'],
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

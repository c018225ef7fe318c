import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAccount, type TestUser, userWith } from '#test/factories.ts'
import { type UserManagementApp, userManagementApp } from '#test/user-management-app.ts'

let office: UserManagementApp
beforeAll(async () => {
  office = await userManagementApp({ env: { RATE_LIMITS: 'off' } })
})
afterAll(() => office.close())

const path = '/users/me/access-requests'
const read = (as: Parameters<UserManagementApp['call']>[0], query: string) => office.call(as, 'GET', `${path}?${query}`)
const ask = (as: Parameters<UserManagementApp['call']>[0], body: object) => office.call(as, 'POST', path, body)

async function mailsTo({ email }: TestUser) {
  return office.portal.db.selectFrom('mail_outbox').selectAll().where('recipient', '=', email).orderBy('id').execute()
}

test("a user learns which role is missing and which of the account's managers can grant it, and requests it; the mail leads to their roles", async () => {
  const { acmeUser, acmeManager } = office.users
  const wanted = { right: 'user:create', account: 'acme' }
  const before = await read('acmeUser', 'right=user:create&account=acme')
  expect(before.body).toEqual({
    right: 'user:create',
    role: 'MANAGER',
    side: 'account',
    givers: 1,
    named: [{ fullName: 'User With MANAGER', role: 'MANAGER' }],
    askedAt: null,
  })

  const requested = await ask('acmeUser', wanted)
  expect(requested.status).toBe(201)
  expect(requested.body.askedAt).toMatch(/^\d{4}-/)
  expect((await read('acmeUser', 'right=user:create&account=acme')).body).toEqual(requested.body)
  const [mail, ...more] = await mailsTo(acmeManager)
  expect(more).toEqual([])
  expect(mail!.subject).toBe('User With USER requests access: Customer Manager in acme')
  expect(mail!.body_text).toContain(`${office.url}/acme/${office.acme.id}/users/${acmeUser.id}?give=MANAGER%3Aacme`)
  expect(await mailsTo(office.users.blueManager)).toEqual([])
  expect(await mailsTo(office.users.admin)).toEqual([])
  const events = await office.portal.db
    .selectFrom('events')
    .select(['account_id', 'actor_id', 'data'])
    .where('name', '=', 'access-request.created')
    .execute()
  expect(events).toEqual([
    { account_id: office.acme.id, actor_id: acmeUser.id, data: { role: 'MANAGER', right: 'user:create' } },
  ])
})

test('a repeat within an hour is rejected with the time and the recipients; another permission is not, nor the same an hour later', async () => {
  const asker = await userWith(office, 'USER', office.acme)
  const wanted = { right: 'user:update', account: 'acme' }
  expect((await ask(asker, wanted)).status).toBe(201)
  const again = await ask(asker, wanted)
  expect(again.status).toBe(409)
  expect(again.body).toMatchObject({ code: 'access-asked-already' })
  expect(String(again.body.detail)).toContain('You asked User With MANAGER 0 min ago')
  expect((await ask(asker, { ...wanted, right: 'user:state' })).status).toBe(201)
  await office.portal.db
    .updateTable('access_requests')
    .set({ asked_at: new Date(Date.now() - 3_700_000) })
    .where('user_id', '=', asker.id)
    .execute()
  expect((await read(asker, 'right=user:update&account=acme')).body.askedAt).toBe(null)
  expect((await ask(asker, wanted)).status).toBe(201)
})

test('of fifty concurrent requests one counts', async () => {
  const asker = await userWith(office, 'USER', office.acme)
  const wanted = { right: 'user:create', account: 'acme' }
  const replies = await Promise.all(Array.from({ length: 50 }, () => ask(asker, wanted)))
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(49)
})

test('a user who may see no users gets no names, nor in the rejection', async () => {
  const wanted = { right: 'user:read', account: 'acme' }
  const { body } = await read('acmeContractor', 'right=user:read&account=acme')
  expect(body).toMatchObject({ role: 'USER', side: 'account', givers: 1, named: [] })
  const requested = await ask('acmeContractor', wanted)
  const again = await ask('acmeContractor', wanted)
  expect(requested.status).toBe(201)
  expect(again.body.detail).toContain('the managers of acme')
  expect(requested.text + again.text).not.toContain('User With')
})

test('without managers the customer-success manager is asked, without one the staff who grant roles; customers see no names', async () => {
  const lone = await makeAccount(office, 'lone')
  const asker = await userWith(office, 'USER', lone)
  const { db } = office.portal
  await db.updateTable('accounts').set({ csm_id: office.users.csm.id }).where('id', '=', lone.id).execute()
  expect((await read(asker, 'right=user:create&account=lone')).body).toMatchObject({
    side: 'vendor',
    givers: 1,
    named: [],
  })
  expect((await ask(asker, { right: 'user:create', account: 'lone' })).status).toBe(201)
  const [mail] = await mailsTo(office.users.csm)
  expect(mail!.body_text).toContain(`${office.url}/admin/users/${asker.id}?give=MANAGER%3Alone`)

  await db.updateTable('accounts').set({ csm_id: null }).where('id', '=', lone.id).execute()
  expect((await ask(asker, { right: 'user:update', account: 'lone' })).body).toMatchObject({
    side: 'vendor',
    givers: 2,
    named: [],
  })
  expect(await mailsTo(office.users.manager)).toHaveLength(1)
  expect(await mailsTo(office.users.admin)).toHaveLength(1)
})

test('users who want no mails, cannot work or are the requester get none', async () => {
  const account = await makeAccount(office, 'quiet')
  const [silent, gone, received] = [
    await userWith(office, 'MANAGER', account),
    await userWith(office, 'MANAGER', account),
    await userWith(office, 'MANAGER', account),
  ]
  const { db } = office.portal
  await db.updateTable('users').set({ notification_blocking: true }).where('id', '=', silent.id).execute()
  await db.updateTable('users').set({ state: 'suspended' }).where('id', '=', gone.id).execute()
  const asker = await userWith(office, 'USER', account)
  expect((await ask(asker, { right: 'user:create', account: 'quiet' })).body.givers).toBe(2)
  expect(await mailsTo(silent)).toEqual([])
  expect(await mailsTo(gone)).toEqual([])
  expect(await mailsTo(received)).toHaveLength(1)
})

test('a requester who could grant the role is not asked', async () => {
  const { manager, admin } = office.users
  const before = (await mailsTo(manager)).length
  const { body } = await ask('manager', { right: 'release:approve' })
  expect(body).toMatchObject({ side: 'vendor', givers: 1, named: [{ role: 'ADMIN' }] })
  expect([(await mailsTo(manager)).length, (await mailsTo(admin)).at(-1)!.subject]).toEqual([
    before,
    expect.stringContaining('User With HARMONIC_MANAGER'),
  ])
})

test('staff request staff roles: from those who grant them, and from administrators alone for what only they grant', async () => {
  const { body } = await ask('staff', { right: 'user:create', account: 'acme' })
  expect(body).toMatchObject({ side: 'vendor', givers: 2 })
  expect(body.named).toHaveLength(2)
  expect((await read('staff', 'right=account:create')).body).toMatchObject({ role: 'ADMIN', givers: 1 })
  const mails = await mailsTo(office.users.manager)
  expect(mails.at(-1)!.body_text).toContain(`/admin/users/${office.users.staff.id}?give=${body.role}`)
})

test('an invisible account is treated as an unknown one', async () => {
  const [foreign, none] = [
    await ask('acmeUser', { right: 'user:create', account: 'blue' }),
    await ask('acmeUser', { right: 'user:create', account: 'no-such-account' }),
  ]
  expect([foreign.status, none.status]).toEqual([404, 404])
  const words = (name: string) => `The account ${name} was not found, or you do not have permission to see it.`
  expect([foreign.body.detail, none.body.detail]).toEqual([words('blue'), words('no-such-account')])
  expect((await read('acmeUser', 'right=user:create&account=blue')).status).toBe(404)
})

test('nothing to request: held permissions, those of the other side, unknown ones, those that view-only accounts never have', async () => {
  expect((await ask('acmeManager', { right: 'user:create', account: 'acme' })).body.code).toBe(
    'permission-already-held',
  )
  expect((await ask('acmeUser', { right: 'account:create', account: 'acme' })).body.code).toBe('access-not-given')
  expect((await ask('acmeUser', { right: 'no:such-right', account: 'acme' })).status).toBe(400)
  const seen = await makeAccount(office, 'only-seen', { viewOnly: true })
  const asker = await userWith(office, 'USER', seen)
  await userWith(office, 'MANAGER', seen)
  expect((await read(asker, 'right=user:create&account=only-seen')).body).toMatchObject({ role: null, givers: 0 })
  expect((await ask(asker, { right: 'user:create', account: 'only-seen' })).body.code).toBe('access-not-given')
})

test('for a guard that names a role the role is requested; once granted there is nothing more to request', async () => {
  const asker = await userWith(office, 'USER', office.acme)
  expect((await ask(asker, { right: 'MANAGER', account: 'acme' })).status).toBe(201)
  const given = { updates: [{ role: 'MANAGER', account: 'acme', add: true }] }
  expect((await office.call('acmeManager', 'POST', `/users/${asker.id}/role`, given)).status).toBe(200)
  await expect
    .poll(async () => (await ask(asker, { right: 'MANAGER', account: 'acme' })).body.code)
    .toBe('permission-already-held')
})

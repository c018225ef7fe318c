import { afterAll, beforeAll, expect, test } from 'vitest'
import { addJob, defineJob } from '#kit/server/job.ts'
import { makeAccount, userWith } from '#test/factories.ts'
import { type Member, type UserManagementApp, userManagementApp } from '#test/user-management-app.ts'
import { makeUsers, signInAs } from '#test/users.ts'
import { reservedNames } from '../contract.ts'

let office: UserManagementApp
beforeAll(async () => {
  office = await userManagementApp({ demo: true })
})
afterAll(() => office.close())

let number = 0
const newName = () => `n${++number}-made-here`
const make = (body: object, as: Member = 'admin', query = '') =>
  office.call(as, 'POST', `/accounts${query}`, {
    name: newName(),
    displayName: `Made here ${number}`,
    region: 'EMEA',
    ...body,
  })
const fieldsOf = (body: unknown) => ((body as { fields?: { path: string }[] }).fields ?? []).map(({ path }) => path)

test('an administrator creates an account with all its fields', async () => {
  const { csm } = office.users
  const name = newName()
  const made = await make({
    name,
    accountType: 'VAR',
    partnerType: 'PARTNER',
    stage: 'PRE_SALES',
    country: 'DE',
    timeZone: 'Europe/Berlin',
    crmId: '001d6F6rKbYcE0dAJF',
    isParent: true,
    csm: String(csm.id),
  })
  expect([made.status, made.headers.get('etag')]).toEqual([201, `"${made.body.version}"`])
  const { body } = await office.call('csm', 'GET', `/accounts/${name}`)
  expect(body).toMatchObject({
    name,
    accountType: 'VAR',
    partnerType: 'PARTNER',
    stage: 'PRE_SALES',
    crmId: '001d6F6rKbYcE0dAJF',
    isParent: true,
    csm: { id: String(csm.id) },
  })
  expect((await make({}, 'manager')).status).toBe(403)
})

test('an impossible account name is 422 at its field; managers are found by id, address or none', async () => {
  for (const name of ['-a-', 'UPPER', 'null']) {
    const rejected = await make({ name })
    expect([
      name,
      rejected.status === 400 || String(rejected.body.code) === 'account-name-unfit',
      fieldsOf(rejected.body),
    ]).toEqual([name, true, ['name']])
  }
  const names = async (csm: string) => {
    const { body } = await office.call('admin', 'GET', `/accounts?csm=${encodeURIComponent(csm)}`)
    return (body._embedded as unknown as { accounts: { name: string }[] }).accounts.map(({ name }) => name)
  }
  const { id, email } = office.users.csm
  expect(await names(String(id))).toContain('acme')
  expect(await names(email.toUpperCase())).toEqual(await names(String(id)))
  expect(await names('none')).toContain('blue')
  expect(await names('none')).not.toContain('acme')
  expect((await office.call('admin', 'GET', '/accounts?size=201')).status).toBe(400)
  const unknown = await office.call('admin', 'GET', '/accounts/user/9999999')
  expect([unknown.status, unknown.body.code]).toEqual([404, 'accounts-of-user-not-found'])
})

test('a name is rejected with its reason: malformed, reserved, taken, or clashing in its first characters', async () => {
  await make({ name: 'beginning-of-one' })
  const judge = async (name: string) => {
    const reply = await office.call('csm', 'GET', `/accounts/test/accountName?accountName=${encodeURIComponent(name)}`)
    return reply.body as unknown as { verdict: string; clash: string | null }
  }
  for (const [name, verdict, clash] of [
    ['Upper', 'malformed', null],
    ['with_underscore', 'malformed', null],
    ['12345', 'malformed', null],
    ['-a-', 'malformed', null],
    ['null', 'reserved', null],
    ['constructor', 'reserved', null],
    ['harmonic', 'reserved', null],
    ['x'.repeat(33), 'malformed', null],
    ['admin', 'reserved', null],
    ['requests', 'reserved', null],
    ['beginning-of-one', 'taken', 'beginning-of-one'],
    ['beginning-other', 'clash', 'beginning-of-one'],
    ['beginnin', 'free', null],
    ['quite-new', 'free', null],
  ] as const) {
    expect([name, await judge(name)]).toEqual([name, expect.objectContaining({ verdict, clash })])
    const available = await office.call('csm', 'GET', `/accounts/test/accountNameAvailable?accountName=${name}`)
    expect([name, available.text]).toEqual([name, String(verdict === 'free')])
    if (verdict === 'free') continue
    const rejected = await make({ name })
    expect([name, rejected.status, fieldsOf(rejected.body)]).toEqual([
      name,
      verdict === 'malformed' || verdict === 'reserved' ? 422 : 409,
      ['name'],
    ])
  }
  expect((await office.call('acmeManager', 'GET', '/accounts/test/accountNameAvailable?accountName=x')).status).toBe(
    403,
  )
})

test('a display name of another account, or one that looks like it, is 409 at its field', async () => {
  expect((await make({ displayName: 'Bernicia Cable 10' })).status).toBe(201)
  const own = await make({ displayName: 'Quarry Line' })
  // The same, in another case, without a space, with a digit for a letter, in Cyrillic, fullwidth.
  for (const displayName of [
    'Bernicia Cable 10',
    'BERNICIA  cable 10',
    'BerniciaCable-10',
    'Bern1cia Cable lO',
    'Вernісіа Cаblе 10',
    'Ｂｅｒｎｉｃｉａ Cable 10',
  ]) {
    const made = await make({ displayName })
    const changed = await office.call('admin', 'PATCH', `/accounts/${own.body.name}`, { displayName })
    for (const { status, body } of [made, changed])
      expect([displayName, status, body.code, fieldsOf(body)]).toEqual([
        displayName,
        409,
        'display-name-taken',
        ['displayName'],
      ])
  }
  expect((await make({ displayName: 'Bernicia Cable 11' })).status).toBe(201)
  const same = await office.call('admin', 'PATCH', `/accounts/${own.body.name}`, { displayName: 'Quarry-Line' })
  expect(same.status).toBe(200)
})

test('of many concurrent requests for clashing names one succeeds', async () => {
  const replies = await Promise.all(Array.from({ length: 12 }, (_, each) => make({ name: `race-name-${each}` })))
  expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(11).fill(409)])
})

test('users write only the fields they may write; unknown fields are rejected', async () => {
  for (const body of [
    { id: '1' },
    { version: 9 },
    { requiresMfa: false },
    { domains: ['x.example'] },
    { roles: [] },
    { name: 'other' },
  ]) {
    const { status } = await office.call('admin', 'PATCH', `/accounts/${office.acme.id}`, body)
    expect([body, status]).toEqual([body, 400])
  }
})

test('wrong values are reported at their field', async () => {
  for (const [field, value] of [
    ['displayName', ' '],
    ['displayName', 'x'.repeat(121)],
    ['region', 'MARS'],
    ['timeZone', 'Etc/UTC'],
    ['timeZone', 'Europe/Atlantis'],
    ['timeZone', 'UTC'],
    ['crmId', '123'],
    ['stage', null],
    ['isParent', 'yes'],
  ] as const) {
    const { status, body } = await office.call('admin', 'PATCH', `/accounts/${office.acme.id}`, { [field]: value })
    expect([field, value, status, fieldsOf(body)]).toEqual([field, value, 400, [field]])
  }
})

test('the assigned manager changes an account, others do not; a lost race is 412', async () => {
  const before = await office.call('csm', 'GET', '/accounts/acme')
  const etag = before.headers.get('etag')!
  const change = (as: Member, ifMatch = etag) =>
    office.call(as, 'PATCH', `/accounts/${office.acme.id}`, { city: `Bonn ${as}` }, { 'if-match': ifMatch })
  expect((await change('csm')).body).toMatchObject({ city: 'Bonn csm', version: Number(before.body.version) + 1 })
  expect((await change('manager')).status).toBe(412)
  expect((await change('acmeManager')).status).toBe(403)
  expect((await change('blueManager')).status).toBe(403)
  const foreign = await office.call('csm', 'PATCH', `/accounts/${office.blue.id}`, { city: 'x' })
  expect(foreign.status).toBe(403)
  expect((await office.call('csm', 'PATCH', `/accounts/${office.acme.id}`, { viewOnly: true })).status).toBe(403)
  for (const part of ['federation', 'csm', 'logo'])
    expect([
      part,
      (await office.call('admin', 'DELETE', `/accounts/${office.acme.id}/${part}`, undefined, { 'if-match': etag }))
        .status,
    ]).toEqual([part, 412])
})

test('only a user who manages customer success is assigned, and only a change is recorded', async () => {
  const { csm, staff } = office.users
  const assign = (id: number) => office.call('manager', 'POST', `/accounts/${office.blue.id}/csm/${id}`)
  expect(fieldsOf((await assign(staff.id)).body)).toEqual(['csm'])
  expect((await assign(csm.id)).body).toMatchObject({ csm: { id: String(csm.id) } })
  expect((await assign(csm.id)).status).toBe(200)
  const { status } = await office.call('manager', 'DELETE', `/accounts/${office.blue.id}/csm`)
  expect(status).toBe(204)
  await office.call('manager', 'DELETE', `/accounts/${office.blue.id}/csm`)
  expect((await office.call('staff', 'GET', `/accounts/${office.blue.id}`)).body.csm).toBeNull()
  const events = await office.portal.db
    .selectFrom('events')
    .select('data')
    .where('name', '=', 'account.csm-changed')
    .where('account_id', '=', office.blue.id)
    .orderBy('id')
    .execute()
  expect(events.map(({ data }) => data)).toEqual([
    { changes: { csm: [null, csm.id] } },
    { changes: { csm: [csm.id, null] } },
  ])
  const list = (await office.call('staff', 'GET', '/users/csms')).body
  expect(JSON.stringify(list)).toContain(csm.email)
  expect(JSON.stringify(list)).not.toContain(staff.email)
})

test("a second factor is required by the account's own manager, and only of their own account", async () => {
  const set = (as: Member, account: string, enabled = true) =>
    office.call(as, 'POST', `/accounts/multifactor/${account}?enabled=${enabled}`)
  expect((await set('acmeManager', 'acme')).body).toEqual({ account: 'acme', displayName: 'acme', enabled: true })
  expect((await set('acmeManager', 'blue')).status).toBe(404)
  const own = (await office.call('acmeManager', 'GET', '/accounts/multifactor')).body as unknown as Lists
  expect(own._embedded.accounts).toEqual([{ account: 'acme', displayName: 'acme', enabled: true }])
  expect((await office.call('staff', 'GET', '/accounts/acme')).body).toMatchObject({ requiresMfa: true })
  await set('admin', 'acme', false)
  expect((await office.call('staff', 'GET', '/accounts/acme')).body).toMatchObject({ requiresMfa: false })
})
type Lists = { _embedded: { accounts: { name: string }[] } }

test('an account without dependents is deleted, its users are signed out at once, and it can be restored within 30 days', async () => {
  const { db } = office.portal
  const gone = await makeAccount(office, 'going-away')
  const manager = await userWith(office, 'MANAGER', gone)
  const both = await userWith(office, 'USER', gone)
  await db.insertInto('role_grants').values({ user_id: both.id, role: 'USER', account_id: office.acme.id }).execute()
  expect((await office.call('admin', 'DELETE', `/accounts/${gone.id}`)).body.code).toBe('reauthentication-required')
  const nora = await signInAs(office.url, (await makeUsers(office.portal)).admin)
  const remove = () => nora.call(`/api/accounts/${gone.id}`, { method: 'DELETE' })

  const filed = await office.call(manager, 'POST', '/plugins/jira/issues?account=going-away', {
    subject: 'Still open',
    description: 'x',
    priority: 'LOW',
  })
  const rejected = (await (await remove()).json()) as { code: string; error: string }
  expect(rejected.code).toBe('account-in-use')
  expect(rejected.error).toContain(String(filed.body.key))
  await db.updateTable('cases').set({ status: 'CLOSED' }).where('account_id', '=', gone.id).execute()

  expect((await remove()).status).toBe(204)
  expect((await office.call('staff', 'GET', `/accounts/${gone.id}`)).status).toBe(404)
  await expect.poll(async () => (await office.call(manager, 'GET', '/users/me')).status).toBe(401)
  await expect
    .poll(async () => (await office.call(both, 'GET', '/accounts/me')).body.page)
    .toMatchObject({ totalElements: 1 })
  expect((await make({ name: 'going-away' })).status).toBe(409)
  const deleted = (await office.call('admin', 'GET', '/accounts/deleted')).body as unknown as Lists
  expect(deleted._embedded.accounts.map(({ name }) => name)).toEqual(['going-away'])
  expect((await office.call('manager', 'POST', `/accounts/${gone.id}/restore`)).status).toBe(403)
  expect((await office.call('admin', 'POST', `/accounts/${gone.id}/restore`)).body).toMatchObject({
    name: 'going-away',
  })
  expect((await office.call('staff', 'GET', `/accounts/${gone.id}`)).status).toBe(200)
  expect((await office.call('admin', 'POST', `/accounts/${gone.id}/restore`)).status).toBe(404)
})

test('after 30 days the personal data is erased; name and records stay', async () => {
  const { db } = office.portal
  const old = await makeAccount(office, 'long-gone')
  const user = await userWith(office, 'USER', old)
  const long = { deleted_at: new Date(Date.now() - 31 * 86_400_000), address: 'Some street 1' }
  await db.updateTable('accounts').set(long).where('id', '=', old.id).execute()
  expect((await office.call('admin', 'POST', `/accounts/${old.id}/restore`)).body.code).toBe('account-restore-too-late')
  await addJob(db, defineJob('accounts.erase'), {})
  const erased = () => db.selectFrom('accounts').selectAll().where('id', '=', old.id).executeTakeFirstOrThrow()
  await expect.poll(async () => (await erased()).erased_at !== null).toBe(true)
  expect(await erased()).toMatchObject({ name: 'long-gone', address: null, display_name: 'long-gone' })
  const { state } = await db.selectFrom('users').select('state').where('id', '=', user.id).executeTakeFirstOrThrow()
  expect(state).toBe('approvedForDeletion')
})

test('no account can have a name that is a reserved word in place of an id', () => {
  const words = office.portal.endpoints.flatMap(
    ({ url }) => /^\/api\/(?:accounts|account\/whitelist)\/([a-z][\w-]*)/.exec(url)?.[1] ?? [],
  )
  expect(new Set(words).size).toBeGreaterThan(6)
  expect(words.filter((word) => !reservedNames.includes(word))).toEqual([])
})

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { csrfTokenOf, startSession } from '#features/access/sessions/server/index.ts'
import { encryptorFor } from '#kit/server/encryption.ts'
import { actingAs } from '#test/acting-as.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { type MadeAccount, makeAccount, type TestUser, userWith } from '#test/factories.ts'
import { StompClient } from '#test/live/stomp-client.ts'
import type { Json } from '#test/support-app.ts'
import { databaseUrl } from '#test/template.ts'

let app: TestApp
let admin: TestUser
let manager: TestUser
let user: TestUser
let other: TestUser
let csm: TestUser
let acme: MadeAccount
let blue: MadeAccount
let parent: MadeAccount
let child: MadeAccount
let above: TestUser
let category: string
/** Two plans, and two bundles that were delivered. */
let plans: string[]
let bundles: string[]

beforeAll(async () => {
  app = await testApp({ env: { RATE_LIMITS: 'off' } })
  acme = await makeAccount(app, 'acme')
  blue = await makeAccount(app, 'blue')
  parent = await makeAccount(app, 'parent')
  child = await makeAccount(app, 'child', { parent })
  admin = await userWith(app, 'ADMIN')
  csm = await userWith(app, 'HARMONIC_CSM')
  manager = await userWith(app, 'MANAGER', acme)
  user = await userWith(app, 'USER', acme)
  other = await userWith(app, 'USER', blue)
  above = await userWith(app, 'MANAGER', parent)
  await userWith(app, 'USER', child)
  await query('update accounts set csm_id = $1 where id = $2', [csm.id, acme.id])
  await query(`update deployments set version = 'cOS-CN-PON', type = 'CN-PON' where account_id = $1`, [blue.id])
  plans = await insertedIds(
    `insert into plans (name, pricing, header_colour) values ('First', 'FREE', '#000000'), ('Second', 'PAID', '#ffffff') returning id`,
  )
  bundles = await insertedIds(
    `insert into bundles (name, deployment_type, created_by) values ('First', 'DOCSIS', $1), ('Second', 'DOCSIS', $1) returning id`,
    [admin.id],
  )
  for (const [account, plan] of [
    [acme, 0],
    [child, 0],
    [blue, 1],
  ] as const)
    await query('update subscriptions set plan_id = $2 where account_id = $1', [account.id, plans[plan]])
  for (const [account, bundle, status] of [
    [acme, 0, 'DELIVERED'],
    [parent, 1, 'DELIVERED'],
    [blue, 1, 'RELEASED'],
  ] as const)
    await query(
      `insert into bundle_releases (bundle_id, account_id, name, status, component_count, size, manifest, created_by, approved_by, delivered_at, signature, statement, key_id)
        values ($1, $2, 'R', $3, 1, 1, '', $4, $5, now(), '', '', 'test')`,
      [bundles[bundle], account.id, status, admin.id, csm.id],
    )
  category = String((await call(admin, 'GET', '/categories')).body._embedded!.categories![0]!.id)
})
afterAll(() => app.close())

const query = (text: string, values: unknown[] = []) => app.portal.pool.query(text, values)
const insertedIds = async (text: string, values: unknown[] = []) =>
  (await query(text, values)).rows.map(({ id }) => String(id))

async function call(by: TestUser, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${app.url}/api/announcements${path}`, {
    method,
    headers: { ...by.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: (text ? JSON.parse(text) : undefined) as Json }
}

const usual = () => ({
  title: 'Planned work',
  message: 'Modems restart **once**.',
  type: 'warning',
  deliveryMethod: 'Banner',
  categoryId: category,
  recipientsType: 'FILTER',
  recipients: { accounts: ['acme'] },
})
async function write(body: object = {}, by = admin): Promise<Json> {
  const written = await call(by, 'POST', '', { ...usual(), ...body })
  expect([written.status, written.body]).toEqual([201, expect.objectContaining({ author: expect.any(String) })])
  return written.body
}
async function delivered(id: Json | string): Promise<number[]> {
  await vi.waitFor(
    async () => {
      const { rows } = await query(
        `select 1 from announcement_deliveries where announcement_id = $1 and state = 'WAITING' and due_at <= now()`,
        [String(id)],
      )
      expect(rows).toEqual([])
    },
    { timeout: 20_000, interval: 50 },
  )
  const { rows } = await query('select user_id from announcement_inbox where announcement_id = $1 order by 1', [
    String(id),
  ])
  return rows.map(({ user_id }) => user_id)
}
const inbox = async (by: TestUser, filters = '') =>
  [...(await call(by, 'GET', `/inbox${filters}`)).body._embedded!.announcements!].map((one) => one.announcementId)
const sorted = (...users: TestUser[]) => users.map(({ id }) => id).sort((a, b) => a - b)

describe('writing', () => {
  test('an announcement is delivered, read back, changed with If-Match, deactivated everywhere, activated again and deleted', async () => {
    const { id, version } = await write({ link: '/support', queryParams: { tab: 'open' } })
    expect(await delivered(id!)).toEqual(sorted(manager, user))
    expect((await call(admin, 'GET', `/${id}`)).body).toMatchObject({
      id,
      status: 'ACTIVE',
      delivered: 2,
      recurrence: 'ONCE',
    })
    const [item] = (await call(user, 'GET', '/inbox?unread=true')).body._embedded!.announcements!
    expect(item).toMatchObject({ announcementId: id, link: '/support?tab=open', acknowledged: null })

    const stale = await call(admin, 'PATCH', `/${id}`, { title: 'x' }, { 'if-match': `"${Number(version) + 7}"` })
    expect(stale.status).toBe(412)
    const changed = await call(admin, 'PATCH', `/${id}`, { title: 'Work moved' }, { 'if-match': `"${version}"` })
    expect(changed.body).toMatchObject({ title: 'Work moved', status: 'ACTIVE' })
    expect((await call(user, 'GET', '/inbox/state')).body.banners![0]).toMatchObject({ title: 'Work moved' })
    expect(await delivered(id!)).toHaveLength(2)
    // A change of the text is recorded, and is nothing new for a user who acknowledged it.
    await call(manager, 'POST', '/inbox/acknowledge', { deliveryMethod: 'Banner' })
    await call(admin, 'PATCH', `/${id}`, { message: 'Later.' })
    expect((await call(user, 'GET', '/inbox/state')).body.banners![0]).toMatchObject({ message: 'Later.' })
    expect((await call(manager, 'GET', '/inbox/state')).body.banners).toEqual([])
    const { rows: recorded } = await query(
      `select data -> 'changes' -> 'message' ->> 1 as message from events where name = 'announcement.updated' and subject_id = $1 order by id desc limit 1`,
      [id],
    )
    expect(recorded).toEqual([{ message: 'Later.' }])

    expect((await call(admin, 'DELETE', `/${id}`)).body.code).toBe('announcement-active')
    expect((await call(admin, 'POST', `/deactivate/${id}`)).body.status).toBe('INACTIVE')
    expect(await inbox(user)).not.toContain(id)
    expect((await call(admin, 'POST', `/deactivate/${id}`)).body.code).toBe('announcement-not-active')
    expect((await call(admin, 'POST', `/activate/${id}`)).body.status).toBe('ACTIVE')
    expect(await inbox(user)).toContain(id)
    expect((await call(admin, 'POST', `/activate/${id}`)).body.code).toBe('announcement-already-active')
    await call(admin, 'POST', `/deactivate/${id}`)
    expect((await call(admin, 'DELETE', `/${id}`)).status).toBe(204)
    expect((await call(admin, 'GET', `/${id}`)).status).toBe(404)
  })

  test('a draft is delivered when it is activated', async () => {
    const { id, status } = await write({ draft: true })
    expect([status, await delivered(id!)]).toEqual(['DRAFT', []])
    expect((await call(admin, 'POST', `/activate/${id}`)).body.status).toBe('SCHEDULED')
    expect(await delivered(id!)).toEqual(sorted(manager, user))
  })

  test('a test of a draft reaches its author alone, in the inbox and by mail, and is not counted', async () => {
    const { id } = await write({ draft: true })
    const tested = await call(admin, 'POST', `/${id}/test`)
    expect([tested.status, Object.keys(tested.body)]).toEqual([200, ['mailedTo']])
    expect((await call(admin, 'POST', `/${id}/test`)).status).toBe(200)
    expect(await inbox(user)).not.toContain(id)
    const { banners } = (await call(admin, 'GET', '/inbox/state')).body
    expect([...banners!].filter((one) => one.announcementId === id)).toMatchObject([
      { test: true, title: 'Planned work' },
    ])
    const { rows } = await query('select subject from mail_outbox where key like $1', [`announcement.test ${id}-%`])
    expect(rows).toEqual([{ subject: '[Test] Planned work' }, { subject: '[Test] Planned work' }])
    expect((await call(admin, 'GET', `/${id}`)).body).toMatchObject({ status: 'DRAFT', delivered: 0 })
    expect((await call(csm, 'POST', `/${id}/test`)).status).toBe(404)
  })

  test('contradicting fields are rejected at the field', async () => {
    const later = new Date(Date.now() + 86_400_000).toISOString()
    const at = { deliveryTimeType: 'AT', deliveryTime: later }
    for (const [body, path] of [
      [{ deliveryTimeType: 'AT' }, 'deliveryTime'],
      [{ ...at, deliveryTime: '2020-01-01T00:00:00Z' }, 'deliveryTime'],
      [{ stoppingPoint: { type: 'DATE', date: '2020-01-01' } }, 'stoppingPoint.date'],
      [{ stoppingPoint: { type: 'OCCURRENCES', occurrences: 0 } }, 'stoppingPoint.occurrences'],
      [{ stoppingPoint: { type: 'OCCURRENCES', occurrences: 1001 } }, 'stoppingPoint.occurrences'],
      [{ recurrence: 'WEEKLY' }, 'daysOfWeek'],
      [{ recurrence: 'MONTHLY' }, 'daysOfMonth'],
      [{ recurrence: 'MONTHLY', daysOfMonth: [0] }, 'daysOfMonth.0'],
      [{ recurrence: 'MONTHLY', daysOfMonth: [32] }, 'daysOfMonth.0'],
      [{ expirationTs: '2020-01-01T00:00:00Z' }, 'expirationTs'],
      [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
      [{ title: 'a\r\nBcc: x@example.com' }, 'title'],
      [{ title: '\u202Egnp.exe' }, 'title'],
      [{ link: 'javascript:alert(1)' }, 'link'],
      [{ link: '//evil.example' }, 'link'],
      [{ link: '/\\evil.example' }, 'link'],
      [{ link: 'https://me:secret@evil.example' }, 'link'],
      [{ link: '/support\r\nLocation: https://evil.example' }, 'link'],
      [{ attachmentsUrls: ['data:text/html,x'] }, 'attachmentsUrls.0'],
      [{ attachmentsUrls: ['/support', 'javascript:alert(1)'] }, 'attachmentsUrls.1'],
      [{ attachmentsUrls: ['//evil.example/a.pdf'] }, 'attachmentsUrls.0'],
      [{ attachmentsUrls: ['https://me@evil.example/a.pdf'] }, 'attachmentsUrls.0'],
      [{ queryParams: { a: 'b\r\nc' } }, 'queryParams.a'],
      [{ recipientsType: 'EVERYONE_AND_SIGN_IN', deliveryMethod: 'ModalAlert' }, 'deliveryMethod'],
      [{ recipients: {} }, 'recipients'],
      [{ recipients: { accounts: ['nowhere'] } }, 'recipients.accounts'],
      [{ recipients: { plans: ['999999'] } }, 'recipients.plans'],
      [{ recipients: { exclude: { bundles: ['999999'] }, roles: ['USER'] } }, 'recipients.bundles'],
      [{ recipientsType: 'USERS', recipients: { usernames: ['no.one@example.com'] } }, 'recipients.usernames'],
    ] as const) {
      for (const where of ['', '/preview'])
        expect([where, path, (await call(admin, 'POST', where, { ...usual(), ...body })).body]).toEqual([
          where,
          path,
          expect.objectContaining({ status: 400, fields: [expect.objectContaining({ path })] }),
        ])
    }
    const { rows } = await query(`select id from announcement_categories where internal`)
    expect((await call(admin, 'POST', '', { ...usual(), categoryId: String(rows[0].id) })).body.code).toBe(
      'category-not-found',
    )
  })

  test('recipients that no user fits need a confirmation', async () => {
    const none = { recipients: { accounts: ['acme'], roles: ['FIELDTECH'] } }
    expect((await call(admin, 'POST', '', { ...usual(), ...none })).body.code).toBe('announcement-without-recipients')
    const { id } = await write({ ...none, confirmEmpty: true })
    expect(await delivered(id!)).toEqual([])
  })

  test('a customer-success manager addresses and manages assigned accounts alone', async () => {
    expect((await call(csm, 'POST', '', { ...usual(), recipientsType: 'EVERYONE', recipients: {} })).body.code).toBe(
      'recipients-not-assigned',
    )
    expect(
      (await call(csm, 'POST', '/preview', { ...usual(), recipients: { accounts: ['acme', 'blue'] } })).status,
    ).toBe(403)
    expect(
      (await call(csm, 'POST', '', { ...usual(), recipientsType: 'USERS', recipients: { usernames: [other.email] } }))
        .status,
    ).toBe(403)
    const { id } = await write({}, csm)
    expect(await delivered(id!)).toEqual(sorted(manager, user))
    const { id: foreign } = await write()
    const listed = [...(await call(csm, 'GET', '')).body._embedded!.announcements!].map((one) => one.id)
    expect([listed.includes(id!), listed.includes(foreign!)]).toEqual([true, false])
    for (const [method, path] of [
      ['GET', `/${foreign}`],
      ['POST', `/deactivate/${foreign}`],
      ['DELETE', `/${foreign}`],
    ] as const)
      expect((await call(csm, method, path)).status).toBe(404)
    expect((await call(manager, 'GET', '')).status).toBe(403)
  })

  test('the list is filtered by words, type, delivery method and status', async () => {
    const { id } = await write({ title: '100% of the hubs', type: 'error', deliveryMethod: 'ModalAlert', draft: true })
    const ids = async (filters: string) =>
      [...(await call(admin, 'GET', filters)).body._embedded!.announcements!].map((one) => one.id)
    expect(await ids('?q=100%25')).toEqual([id])
    expect(await ids('?type=error&deliveryMethod=ModalAlert&status=DRAFT')).toEqual([id])
    expect(await ids('?type=error&status=ACTIVE')).toEqual([])
  })

  test('plans and bundles to choose from are listed; a customer-success manager sees bundles of assigned accounts', async () => {
    const options = async (by: TestUser) => (await call(by, 'GET', '/recipient-options')).body
    const all = await options(admin)
    expect(all.plans).toEqual(expect.arrayContaining([{ id: plans[0], name: 'First' }]))
    expect([...all.bundles!].map(({ id }) => id).sort()).toEqual([...bundles].sort())
    expect((await options(csm)).bundles).toEqual([{ id: bundles[0], name: 'First' }])
    expect((await call(user, 'GET', '/recipient-options')).status).toBe(403)
  })

  test('members of teams are recipients; the dry run is the delivery', async () => {
    const teams = await insertedIds(
      `insert into teams (owner_type, account_id, name, display_name, watcher_type)
        values ('CUSTOMER', $1, 'noc', 'NOC', 'NONE'), ('VENDOR', null, 'ours', 'Ours', 'NONE') returning id`,
      [acme.id],
    )
    await query('insert into team_members (team_id, user_id) values ($1, $3), ($2, $4), ($2, $3)', [
      ...teams,
      user.id,
      admin.id,
    ])
    const body = { recipientsType: 'FILTER', recipients: { teams: [teams[0]] } }
    const preview = await call(admin, 'POST', '/preview', { ...usual(), ...body })
    expect([...preview.body.recipients!].map(({ username }) => username)).toEqual([user.email])
    expect(await delivered((await write(body)).id!)).toEqual(sorted(user))
    const both = { recipients: { teams, exclude: { teams: [teams[0]] } } }
    expect(await delivered((await write({ ...body, ...both })).id!)).toEqual(sorted(admin))
    const unknown = await call(admin, 'POST', '', { ...usual(), ...body, recipients: { teams: ['99999'] } })
    expect(unknown.body.fields).toMatchObject([{ path: 'recipients.teams' }])
    const options = async (by: TestUser) => [...(await call(by, 'GET', '/recipient-options')).body.teams!]
    expect(await options(csm)).toEqual([
      { id: teams[0], name: 'NOC · acme' },
      { id: teams[1], name: 'Ours' },
    ])
    await query('delete from teams')
  })

  test('actions are those that the user may do', async () => {
    expect((await call(admin, 'GET', '/actions')).body).toEqual({ actions: ['read', 'create', 'update', 'delete'] })
    expect((await call(user, 'GET', '/actions')).body).toEqual({ actions: ['read'] })
  })

  test('categories are added, renamed and deleted unless an announcement has them', async () => {
    const made = await call(admin, 'POST', '/categories', { name: 'Field notices', subCategory: 'RPD' })
    expect([made.status, made.body]).toEqual([
      201,
      expect.objectContaining({ name: 'Field notices', subCategory: 'RPD' }),
    ])
    expect((await call(admin, 'POST', '/categories', { name: 'Field notices', subCategory: 'RPD' })).body.code).toBe(
      'category-exists',
    )
    const path = `/categories/${made.body.id}`
    expect((await call(admin, 'PATCH', path, { name: 'x' }, { 'if-match': '"9"' })).status).toBe(412)
    expect((await call(admin, 'PATCH', path, { name: 'Notices' })).body).toMatchObject({
      name: 'Notices',
      subCategory: 'RPD',
    })
    const { id } = await write({ categoryId: made.body.id, draft: true })
    expect((await call(admin, 'DELETE', path)).body.code).toBe('category-in-use')
    await call(admin, 'DELETE', `/${id}`)
    expect((await call(admin, 'DELETE', path)).status).toBe(204)
    const names = [...(await call(user, 'GET', '/categories')).body._embedded!.categories!].map((one) => one.name)
    expect([names.includes('Notices' as never), names.includes('Configuration change' as never)]).toEqual([
      false,
      false,
    ])
  })
})

describe('recipients', () => {
  test('of the dry run are those of the delivery and the inbox, for every type, criterion and exclusion', async () => {
    const names = await query(`select email from users where erased_at is null`)
    const some = <Value>(...values: Value[]) =>
      fc.option(fc.uniqueArray(fc.constantFrom(...values), { minLength: 1 }), { nil: undefined, freq: 2 })
    const criteria = {
      accounts: some('acme', 'blue', 'parent', 'child'),
      withChildren: fc.option(fc.boolean(), { nil: undefined }),
      roles: some('MANAGER', 'USER', 'ADMIN', 'HARMONIC_CSM'),
      versions: some('cOS-DOCSIS', 'cOS-CN-PON'),
      deploymentTypes: some('DOCSIS', 'CN-PON'),
      stages: some('LIFT', 'PRODUCTION'),
      regions: some('EMEA', 'ASIA_PACIFIC'),
      plans: some(...plans),
      bundles: some(...bundles),
    }
    const usernames = fc.uniqueArray(fc.constantFrom(...names.rows.map(({ email }) => email as string)), {
      minLength: 1,
      maxLength: 3,
    })
    const exclude = fc.option(fc.record({ ...criteria, usernames: fc.option(usernames, { nil: undefined }) }), {
      nil: undefined,
    })
    const world = fc.oneof(
      fc.record({
        recipientsType: fc.constantFrom('EVERYONE', 'VENDOR_USERS', 'CUSTOMER_USERS'),
        recipients: fc.record({ exclude }),
      }),
      fc.record({ recipientsType: fc.constant('USERS'), recipients: fc.record({ usernames, exclude }) }),
      fc.record({ recipientsType: fc.constant('FILTER'), recipients: fc.record({ ...criteria, exclude }) }),
    )
    let [worlds, reached] = [0, 0]
    const emailsOf = async (id: unknown) =>
      (
        await query(
          'select u.email from announcement_inbox i join users u on u.id = i.user_id where announcement_id = $1',
          [id],
        )
      ).rows.map(({ email }) => email)
    await fc.assert(
      fc.asyncProperty(fc.array(world, { minLength: 60, maxLength: 60 }), async (given) => {
        const activated = await Promise.all(
          given.map(async (one) => {
            const body = { ...usual(), ...one }
            const preview = await call(admin, 'POST', '/preview', body)
            if (preview.status === 400) return []
            const { id } = await write({ ...body, draft: true })
            await call(admin, 'POST', `/activate/${id}`)
            return [{ one, id, preview: preview.body }]
          }),
        )
        for (const { one, id, preview } of activated.flat()) {
          await delivered(id!)
          const emails = await emailsOf(id)
          expect([one, emails.sort()]).toEqual([one, [...preview.recipients!].map(({ username }) => username).sort()])
          expect(preview.count).toBe(emails.length)
          worlds += 1
          reached += emails.length
        }
        await query(`delete from announcements where title = 'Planned work'`)
      }),
      { numRuns: 10, endOnFailure: true },
    )
    expect(worlds).toBeGreaterThanOrEqual(500)
    expect(reached).toBeGreaterThan(500)
  }, 300_000)

  test('of an account are its users and those of its parent; exclusions are of the account itself', async () => {
    const count = async (recipients: object) => (await call(admin, 'POST', '/preview', { ...usual(), recipients })).body
    const usernames = async (recipients: object) =>
      [...(await count(recipients)).recipients!].map((one) => one.username)
    expect(await usernames({ accounts: ['child'] })).toContain(above.email)
    expect(await usernames({ accounts: ['parent'], withChildren: true })).toHaveLength(2)
    expect(await usernames({ accounts: ['parent'], withChildren: true, exclude: { accounts: ['child'] } })).toEqual([
      above.email,
    ])
    expect(await usernames({ accounts: ['acme'], roles: ['MANAGER'] })).toEqual([manager.email])
    expect(await usernames({ versions: ['cOS-CN-PON'] })).toEqual([other.email])
    expect(await usernames({ versions: ['cOS-CN-PON'], deploymentTypes: ['DOCSIS'] })).toEqual([])
    expect(await usernames({ plans: [plans[1]] })).toEqual([other.email])
    expect(await usernames({ bundles: [bundles[1]] })).toEqual([above.email])
    expect(await usernames({ bundles, plans: [plans[0]], roles: ['MANAGER'], exclude: { plans: [plans[1]] } })).toEqual(
      [manager.email],
    )
    expect(await count({ accounts: ['acme'] })).toMatchObject({ count: 2, accounts: 1, mails: 0, muted: 0 })
  })

  test('a user who lost the role or is suspended gets nothing, and a banner disappears with the role', async () => {
    const leaving = await userWith(app, 'USER', acme)
    const { id } = await write()
    await delivered(id!)
    expect(await inbox(leaving)).toContain(id)
    await query('update role_grants set account_id = $1 where user_id = $2', [blue.id, leaving.id])
    expect(await inbox(leaving)).not.toContain(id)
    await query(`update users set state = 'suspended' where id = $1`, [leaving.id])
    const { id: later } = await write({ recipientsType: 'EVERYONE', recipients: {} })
    expect(await delivered(later!)).not.toContain(leaving.id)
  })
})

describe('delivery', () => {
  test('the preview shows the next occurrences, over a change of the clock and in the zones of recipients', async () => {
    const weekly = {
      deliveryTimeType: 'AT',
      deliveryTime: '2027-03-22T08:00:00Z',
      timeZone: 'Europe/Berlin',
      recurrence: 'WEEKLY',
      daysOfWeek: ['MO'],
    }
    const { body } = await call(admin, 'POST', '/preview', { ...usual(), ...weekly, timeZoneOf: 'RECIPIENT' })
    expect([...body.occurrences!].slice(0, 2)).toEqual(['2027-03-22T08:00:00.000Z', '2027-03-29T07:00:00.000Z'])
    expect(body.zones).toEqual([{ timeZone: 'Europe/Berlin', first: '2027-03-22T08:00:00.000Z' }])
    expect(body.lastDayOfMonth).toBe(false)
    const monthly = {
      ...weekly,
      deliveryTime: '2027-01-31T09:00:00Z',
      recurrence: 'MONTHLY',
      daysOfWeek: [],
      daysOfMonth: [31],
    }
    const { body: short } = await call(admin, 'POST', '/preview', { ...usual(), ...monthly })
    expect([short.lastDayOfMonth, [...short.occurrences!][1]]).toEqual([true, '2027-02-28T09:00:00.000Z'])
  })

  test('previewed occurrences are the planned ones; the last of several missed ones is delivered late', async () => {
    const time = new Date(Date.now() + 3 * 86_400_000).toISOString()
    const daily = { deliveryTimeType: 'AT', deliveryTime: time, timeZone: 'UTC', recurrence: 'DAILY' }
    const { body } = await call(admin, 'POST', '/preview', { ...usual(), ...daily })
    const { id } = await write(daily)
    const due = async () =>
      (
        await query(
          'select due_at, state, late from announcement_deliveries where announcement_id = $1 order by occurrence',
          [id],
        )
      ).rows
    expect((await due()).map(({ due_at }) => due_at.toISOString())).toEqual([body.occurrences![0]])
    // The portal was down for five days.
    await query(
      `update announcements set delivery_time = delivery_time - interval '5 days 1 hour', planned_wall = planned_wall - interval '5 days 1 hour' where id = $1`,
      [id],
    )
    await query(
      `update announcement_deliveries set due_at = due_at - interval '5 days 1 hour' where announcement_id = $1`,
      [id],
    )
    await query(`select graphile_worker.add_job('announcements.deliver')`)
    await vi.waitFor(async () => expect((await due()).filter(({ state }) => state === 'DONE')).toHaveLength(1), {
      timeout: 20_000,
      interval: 50,
    })
    const rows = await due()
    expect(rows.map(({ state }) => state).slice(0, 3)).toEqual(['SKIPPED', 'SKIPPED', 'DONE'])
    expect(rows[2].late).toBe(true)
    expect(await delivered(id!)).toEqual(sorted(manager, user))
    const figures = (await call(admin, 'GET', `/${id}/deliveries`)).body._embedded!.deliveries!
    expect(figures).toEqual([expect.objectContaining({ occurrence: 3, delivered: 2, acknowledged: 0, late: true })])
  })

  test('each recipient gets it at the time in their own zone, once', async () => {
    await query(
      `insert into user_settings (user_id, settings) values ($1, '{"timeZone":"Asia/Tokyo"}') on conflict (user_id) do update set settings = excluded.settings`,
      [user.id],
    )
    const time = new Date(Date.now() + 86_400_000).toISOString()
    const { id } = await write({ deliveryTimeType: 'AT', deliveryTime: time, timeZone: 'UTC', timeZoneOf: 'RECIPIENT' })
    await query(
      `update announcement_deliveries set due_at = now() where announcement_id = $1 and time_zone = 'Asia/Tokyo'`,
      [id],
    )
    await query(`select graphile_worker.add_job('announcements.deliver')`)
    await vi.waitFor(async () => expect(await delivered(id!)).toEqual([user.id]), { timeout: 20_000 })
    await query(`update announcement_deliveries set due_at = now() where announcement_id = $1 and state = 'WAITING'`, [
      id,
    ])
    await query(`select graphile_worker.add_job('announcements.deliver')`)
    await vi.waitFor(async () => expect(await delivered(id!)).toEqual(sorted(manager, user)), { timeout: 20_000 })
  })

  test('mail copies are sent once, unless disabled, and waiting ones are dropped by a deactivation', async () => {
    const muting = await call(user, 'POST', '/settings', {
      settings: [{ categoryId: category, bell: false, mail: false }],
    })
    expect(muting.status).toBe(200)
    const { body } = await call(admin, 'POST', '/preview', { ...usual(), emailCopy: true })
    expect(body).toMatchObject({ count: 2, mails: 1, muted: 1 })
    const { id } = await write({ emailCopy: true, deliveryMethod: 'BellAlert', title: 'By mail' })
    await delivered(id!)
    const mails = async () =>
      (
        await query(
          `select u.email as recipient, m.state, m.body_html is null as composed from mail_outbox m join mail_batches b on b.id = m.batch_id
             join users u on u.id = m.user_id where b.source_id = $1`,
          [id],
        )
      ).rows
    expect((await mails()).map(({ recipient }) => recipient)).toEqual([manager.email])
    expect((await call(user, 'GET', '/inbox?unread=true')).body._embedded!.announcements).not.toContainEqual(
      expect.objectContaining({ announcementId: id }),
    )
    expect(await inbox(user)).toContain(id)
    await call(admin, 'POST', `/deactivate/${id}`)
    expect(await mails()).toEqual([{ recipient: manager.email, state: 'DROPPED', composed: true }])
    const system = await call(admin, 'POST', '/preview', { ...usual(), emailCopy: true, system: true })
    expect(system.body).toMatchObject({ mails: 2, muted: 0 })
    await call(user, 'POST', '/settings', { settings: [{ categoryId: category, bell: true, mail: true }] })
  })

  test('an announcement that has expired is shown to no user, and has ended', async () => {
    const { id } = await write({ expirationTs: new Date(Date.now() + 3_600_000).toISOString() })
    await delivered(id!)
    await query(`update announcements set expiration_at = now() - interval '1 second' where id = $1`, [id])
    expect(await inbox(user)).not.toContain(id)
    expect((await call(admin, 'GET', `/${id}`)).body.status).toBe('ENDED')
  })

  test('banners of the sign-in page are public once they were delivered', async () => {
    const { id } = await write({ recipientsType: 'EVERYONE_AND_SIGN_IN', recipients: {}, title: 'For all' })
    await delivered(id!)
    const response = await fetch(`${app.url}/api/announcements/sign-in`)
    expect(response.headers.get('cache-control')).toBe('public, max-age=30')
    const { _embedded } = (await response.json()) as Json
    expect(_embedded!.announcements).toContainEqual({ id, title: 'For all', message: usual().message, type: 'warning' })
    const page = await (await fetch(`${app.url}/signin`)).text()
    expect(page).toMatch(/<p class="notice warning"><b>For all<\/b> /)
    await call(admin, 'POST', `/deactivate/${id}`)
    expect(await (await fetch(`${app.url}/signin`)).text()).not.toContain('For all')
  })
})

describe('the inbox', () => {
  test('is acknowledged one by one, by delivery method and as a whole; again changes nothing; foreign ids are unknown', async () => {
    for (const deliveryMethod of ['BellAlert', 'ModalAlert']) await delivered((await write({ deliveryMethod })).id!)
    const state = async () => (await call(manager, 'GET', '/inbox/state')).body
    const { unread, modals } = await state()
    const [modal] = modals!
    expect((await call(other, 'POST', '/inbox/acknowledge', { id: modal!.id })).status).toBe(404)
    const acting = await actingAs(app, admin, manager)
    expect((await acting('POST', '/api/announcements/inbox/acknowledge', { id: modal!.id })).status).toBe(403)
    const first = await call(manager, 'POST', '/inbox/acknowledge', { id: modal!.id })
    expect(first.body).toEqual({ acknowledged: 1, unread: Number(unread) - 1 })
    expect((await call(manager, 'POST', '/inbox/acknowledge', { id: modal!.id })).body.acknowledged).toBe(0)
    expect((await call(manager, 'POST', '/inbox/acknowledge', { deliveryMethod: 'Banner' })).status).toBe(200)
    expect((await state()).banners).toEqual([])
    expect((await call(manager, 'POST', '/inbox/acknowledge')).body.unread).toBe(0)
  })

  test("settings are one's own: 403 for a user of the own account, 404 for others", async () => {
    const settings = async (by: TestUser, username: string) =>
      (await call(by, 'GET', `/settings?username=${username}`)).status
    expect(await settings(manager, manager.email)).toBe(200)
    expect(await settings(manager, user.email)).toBe(403)
    expect(await settings(manager, other.email)).toBe(404)
    const foreign = await call(manager, 'POST', `/settings?username=${user.email}`, {
      settings: [{ categoryId: category, bell: false }],
    })
    expect(foreign.status).toBe(403)
  })

  test('notifies pages of delivery, acknowledgement and deactivation, and responds to SEND with the list', async () => {
    const { cookie } = await sessionOf(user)
    const client = await StompClient.connect(`${app.url.replace('http', 'ws')}/api/ws`, cookie)
    await client.subscribe('banners', '/user/topic/delivery-jobs/banners')
    const received = (event: string) =>
      client.until((frame) => frame.command === 'MESSAGE' && JSON.parse(String(frame.body)).event === event)
    const { id } = await write()
    await received('delivered')
    client.send('SEND', [['destination', '/app/delivery-jobs']])
    const list = JSON.parse(String((await received('list')).body)) as Json
    const item = [...list.announcements!].find((one) => one.announcementId === id)!
    client.send('SEND', [['destination', '/app/acknowledge']], JSON.stringify({ id: item.id }))
    await received('acknowledged')
    expect((await call(user, 'GET', '/inbox?unread=true')).body._embedded!.announcements).not.toContainEqual(
      expect.objectContaining({ id: item.id }),
    )
    const { id: second } = await write()
    await delivered(second!)
    const at = Date.now()
    await call(admin, 'POST', `/deactivate/${second}`)
    await received('changed')
    expect(Date.now() - at).toBeLessThan(5_000)
    client.send('SEND', [['destination', '/app/acknowledge']], JSON.stringify({ deliveryMethod: 'Nothing' }))
    await client.until((frame) => frame.command === 'ERROR')
    // An item of another user is unknown, and stays unread.
    const { rows: foreign } = await query(
      'select id from announcement_inbox where user_id = $1 and acknowledged_at is null limit 1',
      [manager.id],
    )
    const again = await StompClient.connect(`${app.url.replace('http', 'ws')}/api/ws`, cookie)
    again.send('SEND', [['destination', '/app/acknowledge']], JSON.stringify({ id: String(foreign[0].id) }))
    await again.until((frame) => frame.command === 'ERROR')
    const { rows: kept } = await query('select acknowledged_at as at from announcement_inbox where id = $1', [
      foreign[0].id,
    ])
    expect(kept).toEqual([{ at: null }])
  })
})

test('a session that sends more than sixty commands in a minute is rejected, and the rest does nothing', async () => {
  const { rows } = await query('select current_database() as name')
  const strict = await testApp({ database: databaseUrl(inject('databaseServer'), rows[0].name) })
  try {
    await delivered((await write()).id!)
    const { cookie } = await sessionOf(user)
    const client = await StompClient.connect(`${strict.url.replace('http', 'ws')}/api/ws`, cookie)
    // No window of the limit ends in between: it is the same for both halves.
    for (let sent = 0; sent < 121; sent += 1) client.send('SEND', [['destination', '/app/delivery-jobs']])
    client.send('SEND', [['destination', '/app/acknowledge']])
    const error = await client.until((frame) => frame.command === 'ERROR')
    expect(String(error.body)).toContain('Too many requests')
    expect((await call(user, 'GET', '/inbox?unread=true')).body._embedded!.announcements).not.toEqual([])
  } finally {
    await strict.close()
  }
})

async function sessionOf({ id }: TestUser): Promise<{ cookie: string; csrf: string }> {
  const session = await app.portal.db.transaction().execute((tx) =>
    startSession(tx, {
      user: { id, fullName: 'x' },
      providerId: 'test',
      amr: ['pwd', 'mfa'],
      refreshLimit: 8,
      address: '127.0.0.1',
      userAgent: undefined,
      requestId: 'test',
    }),
  )
  return {
    cookie: `cosp_access_token=${session.token}`,
    csrf: csrfTokenOf(encryptorFor(app.portal.config), session.id),
  }
}

describe('attachments', () => {
  const upload = async (by: TestUser, filename: string, content = 'plan of work') => {
    const form = new FormData()
    form.append('file', new File([content], filename))
    const { 'content-type': _, ...headers } = by.headers as Record<string, string>
    const response = await fetch(`${app.url}/api/announcements/attachments`, { method: 'POST', headers, body: form })
    return { status: response.status, body: (await response.json()) as Json }
  }
  const download = async (by: TestUser, url: string) => fetch(`${app.url}${url}`, { headers: by.headers })

  test('a file is downloaded by its author and by recipients of an announcement with it, by no other user', async () => {
    const sent = await upload(admin, 'Plan für Köln.pdf')
    expect([sent.status, sent.body]).toEqual([
      201,
      expect.objectContaining({ filename: 'Plan für Köln.pdf', size: 12 }),
    ])
    const url = String(sent.body.url)
    expect((await download(user, url)).status).toBe(404)
    const reply = await call(admin, 'POST', '', {
      ...usual(),
      attachmentsUrls: [url],
      recipientsType: 'FILTER',
      recipients: { accounts: ['acme'] },
      emailCopy: true,
    })
    expect(reply.status).toBe(201)
    await expect.poll(async () => (await download(user, url)).status).toBe(200)
    expect(await (await download(user, url)).text()).toBe('plan of work')
    expect((await download(other, url)).status).toBe(404)
    // The log of mail shows a copy as it is composed now.
    const get = async (path: string) =>
      (await (await fetch(`${app.url}/api/mails${path}`, { headers: admin.headers })).json()) as Json
    const { id: mail } = (await get(`?q=${encodeURIComponent(user.email)}`))._embedded!.mails![0]!
    expect((await get(`/${mail}`)).text).toContain(encodeURIComponent('Plan für Köln.pdf'))
  })

  test('an author attaches own files only, at most ten; other types and users without the permission are rejected', async () => {
    const own = await upload(csm, 'own.txt')
    const foreign = String((await upload(admin, 'foreign.txt')).body.url)
    const body = { ...usual(), recipientsType: 'FILTER', recipients: { accounts: ['acme'] } }
    const rejected = await call(csm, 'POST', '', { ...body, attachmentsUrls: [own.body.url, foreign] })
    expect([rejected.status, rejected.body.fields]).toEqual([
      400,
      [expect.objectContaining({ path: 'attachmentsUrls.1' })],
    ])
    const eleven = Array.from({ length: 11 }, () => own.body.url)
    expect((await call(csm, 'POST', '', { ...body, attachmentsUrls: eleven })).status).toBe(400)
    expect((await upload(admin, 'run.exe')).body.code).toBe('attachment-type-not-allowed')
    expect((await upload(user, 'own.txt')).status).toBe(403)
  })
})

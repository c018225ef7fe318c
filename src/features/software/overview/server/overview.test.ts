import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { type MadeAccount, makeAccount, type TestUser, userWith } from '#test/factories.ts'
import { callAs } from '#test/security/filed-case.ts'
import type { Json } from '#test/support-app.ts'

let app: TestApp
let manager: TestUser
let staff: TestUser
let customer: TestUser
let acme: MadeAccount
let blue: MadeAccount

beforeAll(async () => {
  app = await testApp({ env: { RATE_LIMITS: 'off' } })
  acme = await makeAccount(app, 'acme')
  blue = await makeAccount(app, 'blue')
  manager = await userWith(app, 'RELMGR')
  staff = await userWith(app, 'HARMONIC_NOC')
  customer = await userWith(app, 'USER', acme)
  await query('update accounts set display_name = $1 where id = $2', ['=HYPERLINK("x")', blue.id])
  // Versions compare by their numbers: 1.9.0 is below 1.22.0, which is below 1.100.0.
  const old = await bundle('1.9.0')
  const middle = await bundle('1.22.0')
  const high = await bundle('1.100.0')
  const undelivered = await bundle('2.0.0')
  await release(acme, old, 'DELIVERED', 2)
  await release(acme, middle, 'DELIVERED', 1)
  await release(acme, high, 'RELEASED', 0)
  await release(blue, high, 'DELIVERED', 0)
  await release(blue, undelivered, 'RELEASED', 0)
})
afterAll(() => app.close())

const query = (text: string, values: unknown[] = []) => app.portal.pool.query(text, values)

async function bundle(version: string): Promise<number> {
  const { rows } = await query(
    `insert into bundles (name, product, product_version, deployment_type, created_by) values ($1, 'cOS', $2, 'DOCSIS', $3) returning id`,
    [`cOS ${version}`, version, manager.id],
  )
  return rows[0].id
}

/** A release with two files, of which so many were downloaded. */
async function release(account: MadeAccount, bundleId: number, status: string, downloaded: number): Promise<void> {
  const { rows } = await query(
    `insert into bundle_releases (bundle_id, account_id, name, status, component_count, size, manifest, created_by, approved_by, delivered_at, signature, statement, key_id)
      values ($1, $2, 'R', $3, 2, 2, '', $4, $5, now(), '', '', 'test') returning id`,
    [bundleId, account.id, status, manager.id, staff.id],
  )
  const { rows: files } = await query(
    `insert into stored_files (digest, size) values (repeat('a', 64), 1) returning id`,
  )
  for (const place of [0, 1])
    await query(
      `insert into release_components (release_id, file_id, file_name, component_type, media_type, size, digest, downloaded_at)
        values ($1, $2, $3, 'product', 'text/plain', 1, repeat('a', 64), $4)`,
      [rows[0].id, files[0].id, `file-${place}`, place < downloaded ? new Date() : null],
    )
}

async function call(user: TestUser, method: string, path: string, body?: unknown, version?: number) {
  const headers: Record<string, string> = version === undefined ? {} : { 'if-match': `"${version}"` }
  const { status, text } = await callAs(app, user, method, `/api/${path}`, body, headers)
  return { status, text, body: (text.startsWith('{') ? JSON.parse(text) : {}) as Json }
}
const overview = async (user: TestUser, path = 'overview') => {
  const reply = await call(user, 'GET', path)
  expect(reply.status, reply.text).toBe(200)
  return [...reply.body._embedded!.overview!]
}

describe('the overview', () => {
  test('each account has the highest delivered release of a product, and how far it is behind', async () => {
    const rows = await overview(staff)
    expect(rows).toMatchObject([
      { account: 'blue', bundle: { version: '1.100.0' }, state: 'ASSIGNED', behind: 0, running: ['1.22.0'] },
      {
        account: 'acme',
        product: 'cOS',
        bundle: { version: '1.22.0' },
        release: { status: 'DELIVERED' },
        state: 'DEPLOYED',
        downloaded: { count: 1, of: 2 },
        deployed: { count: 1, of: 1, source: 'INVENTORY' },
        newest: { name: 'cOS 1.100.0', version: '1.100.0' },
        behind: 1,
      },
    ])
  })

  test('customers see their own accounts, and only the version of the newest bundle', async () => {
    expect(await overview(customer)).toMatchObject([
      { account: 'acme', newest: { id: null, name: null, version: '1.100.0' }, behind: 1 },
    ])
    expect((await call(customer, 'GET', 'overview?account=blue')).status).toBe(404)
    expect((await call(customer, 'GET', 'overview/grouped?account=blue')).status).toBe(404)
    expect((await call(customer, 'GET', 'overview/csv?account=blue')).status).toBe(404)
    expect(await overview(customer, 'overview?accounts=blue')).toEqual([])
    expect((await call(customer, 'GET', 'filters')).text).not.toContain('blue')
  })

  test('the same rows are grouped by product or account, filtered, and paged', async () => {
    const [group, ...more] = await overview(staff, 'overview/grouped')
    expect(more).toEqual([])
    expect(group).toMatchObject({ key: 'cOS', displayName: 'cOS', behind: 1, rows: await overview(staff) })
    const accounts = await overview(staff, 'overview/grouped?group=account')
    expect(accounts.map(({ key, behind }) => [key, behind])).toEqual([
      ['blue', 0],
      ['acme', 1],
    ])
    const of = async (filters: string) => (await overview(staff, `overview?${filters}`)).map(({ account }) => account)
    expect(await of('isBehind=true')).toEqual(['acme'])
    expect(await of('states=ASSIGNED,DOWNLOADED')).toEqual(['blue'])
    expect(await of('versions=1.100.0')).toEqual(['blue'])
    expect(await of('products=other')).toEqual([])
    expect(await of('deploymentTypes=DOCSIS&accounts=acme,blue')).toEqual(['blue', 'acme'])
    expect(await of('q=ACM')).toEqual(['acme'])
    expect(await of('q=1.100')).toEqual(['blue'])
    expect(await of('q=cos')).toEqual(['blue', 'acme'])
    expect(await of(`q=${encodeURIComponent('%')}`)).toEqual([])
    expect((await call(staff, 'GET', 'overview/csv?q=1.22')).text.trim().split('\r\n')).toHaveLength(2)
    expect(await of('size=1&page=1')).toEqual(['acme'])
    expect(await of('sort=account,DESC')).toEqual(['acme', 'blue'])
  })

  test('the filters have values with counts', async () => {
    const { body } = await call(staff, 'GET', 'filters')
    expect(body).toMatchObject({
      products: [{ value: 'cOS', label: 'cOS', count: 2 }],
      versions: [
        { value: '1.100.0', count: 1 },
        { value: '1.22.0', count: 1 },
      ],
      states: [
        { value: 'ASSIGNED', count: 1 },
        { value: 'DEPLOYED', count: 1 },
      ],
      groups: [],
    })
  })

  test('the download has the rows, and no cell is a formula', async () => {
    const { status, text } = await call(staff, 'GET', 'overview/csv')
    expect(status).toBe(200)
    expect(text.trim().split('\r\n')).toHaveLength(3)
    expect(text).toContain(`"'=HYPERLINK(""x"")"`)
    expect((await call(staff, 'GET', 'overview/csv?isBehind=true')).text).not.toContain('HYPERLINK')
  })

  test('a statement longer than its time limit is 408 with the next step', async () => {
    const { withTimeLimit } = await import('./read-overview.ts')
    const slow = withTimeLimit(app.portal.db, async (tx) => {
      const { sql } = await import('kysely')
      await sql`set local statement_timeout = 20`.execute(tx)
      await sql`select pg_sleep(30)`.execute(tx)
    })
    await expect(slow).rejects.toMatchObject({ problem: { code: 'overview-too-slow', status: 408 } })
  })
})

describe('distribution groups', () => {
  const groups = 'software-distribution/groups'
  test('a group is created, listed, changed with its version, and deleted; each is one event', async () => {
    const made = await call(manager, 'POST', groups, { name: 'Early', accounts: ['blue', 'acme'], ring: 1 })
    expect([made.status, made.body]).toMatchObject([
      201,
      { name: 'Early', accounts: ['acme', 'blue'], ring: 1, description: '', version: 1 },
    ])
    const listed = await call(manager, 'GET', groups)
    expect(listed.body).toMatchObject({ _embedded: { groups: [made.body] }, page: { size: 20, number: 0 } })
    const path = `${groups}/${made.body.id}`
    const edited = await call(manager, 'PATCH', path, { accounts: ['acme'], description: 'First' }, 1)
    expect([edited.status, edited.body]).toMatchObject([200, { accounts: ['acme'], description: 'First', version: 2 }])
    expect((await call(manager, 'PATCH', path, { name: 'Late' }, 1)).status).toBe(412)
    expect((await call(manager, 'DELETE', path, undefined, 1)).status).toBe(412)
    expect((await overview(manager, `overview?groups=${made.body.id}`)).map(({ account }) => account)).toEqual(['acme'])
    expect((await call(manager, 'GET', 'filters')).body.groups).toEqual([
      { value: made.body.id, label: 'Early', count: 1 },
    ])
    expect((await call(manager, 'DELETE', path, undefined, 2)).status).toBe(204)
    expect((await call(manager, 'DELETE', path)).status).toBe(404)
    const { rows } = await query(`select name from events where subject = 'distribution-group' order by id`)
    expect(rows.map(({ name }) => name)).toEqual([
      'distribution-group.created',
      'distribution-group.edited',
      'distribution-group.deleted',
    ])
  })

  test('names are unique; accounts are known ones; other roles may not read them', async () => {
    const { body } = await call(manager, 'POST', groups, { name: 'Pilot', accounts: [] })
    expect((await call(manager, 'POST', groups, { name: 'PILOT', accounts: [] })).body.code).toBe(
      'distribution-group-exists',
    )
    const other = await call(manager, 'POST', groups, { name: 'Other', accounts: [] })
    expect((await call(manager, 'PATCH', `${groups}/${other.body.id}`, { name: 'pilot' })).status).toBe(409)
    const unknown = await call(manager, 'PATCH', `${groups}/${body.id}`, { accounts: ['nowhere'] })
    expect([unknown.status, unknown.body.fields]).toMatchObject([400, [{ path: 'accounts' }]])
    expect((await call(staff, 'GET', groups)).status).toBe(403)
    expect((await call(customer, 'GET', groups)).status).toBe(403)
  })
})

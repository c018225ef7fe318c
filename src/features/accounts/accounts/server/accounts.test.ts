import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { type MadeAccount, makeAccount, type TestUser, userWith } from '#test/factories.ts'
import type { Json } from '#test/support-app.ts'

let app: TestApp
let north: MadeAccount
let parent: MadeAccount
let engineer: TestUser
let northerner: TestUser
let parents: TestUser

beforeAll(async () => {
  app = await testApp()
  north = await makeAccount(app, 'northwind-cable')
  parent = await makeAccount(app, 'mother-group', { federated: true })
  await makeAccount(app, 'daughter-net', { parent })
  await makeAccount(app, 'hidden-net', { parent, viewOnly: true })
  engineer = await userWith(app, 'HARMONIC', north)
  northerner = await userWith(app, 'USER', north)
  parents = await userWith(app, 'MANAGER', parent)
})
afterAll(() => app.close())

async function get(user: TestUser, path: string, accept = 'application/json') {
  const response = await fetch(`${app.url}/api/accounts${path}`, { headers: { ...user.headers, accept } })
  const text = await response.text()
  const body = (accept === 'text/csv' ? {} : JSON.parse(text)) as Json
  return {
    status: response.status,
    etag: response.headers.get('etag'),
    text,
    body,
    names: body._embedded?.accounts?.map(({ name }) => name),
  }
}

test('a customer sees the own accounts and the visible children, vendor staff all of them', async () => {
  expect((await get(northerner, '')).names).toEqual(['northwind-cable'])
  expect((await get(parents, '/me')).names).toEqual(['daughter-net', 'mother-group'])
  expect((await get(engineer, '')).names).toHaveLength(4)
})

test('lists are paged, sorted, filtered, linked', async () => {
  const { body, names } = await get(engineer, '?size=2&page=1&sort=name,DESC')
  expect(names).toEqual(['hidden-net', 'daughter-net'])
  expect(body.page).toEqual({ size: 2, totalElements: 4, totalPages: 2, number: 1 })
  expect(body._links).toMatchObject({ prev: { href: '/api/accounts?size=2&page=0&sort=name%2CDESC' } })
  expect((await get(engineer, '/me?stage=LIFT,PRODUCTION&region=EMEA&deploymentTypes=CN-PON')).names).toEqual([])
  expect((await get(engineer, '/me?deploymentTypes=DOCSIS,CN-PON')).names).toHaveLength(4)
})

test('an unknown sort field is rejected with the known ones', async () => {
  const { status, body } = await get(engineer, '?sort=password')
  expect([status, body.fields?.[0]?.message]).toEqual([400, expect.stringContaining('displayName')])
})

test('search tolerates a typing error', async () => {
  expect((await get(engineer, '/search?name=northwnd')).names).toEqual(['northwind-cable'])
  expect((await get(parents, '/search?name=northwind')).names).toEqual([])
})

test("one account by id or name; another customer's is not found", async () => {
  const { etag, body } = await get(northerner, `/${north.id}`)
  expect([etag, body.name, body.deployments?.[0]?.name]).toEqual(['"1"', 'northwind-cable', 'northwind-cable-1'])
  expect((await get(northerner, '/northwind-cable')).status).toBe(200)
  expect((await get(northerner, `/${parent.id}`)).status).toBe(404)
})

test('support figures match the stored cases', async () => {
  const file = (priority: string) =>
    fetch(`${app.url}/api/plugins/jira/issues?account=northwind-cable`, {
      method: 'POST',
      headers: { ...northerner.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ subject: 'Counted', description: 'x', priority }),
    })
  expect([(await file('HIGH')).status, (await file('LOW')).status]).toEqual([201, 201])
  const { body } = await get(northerner, '/support-stats?accountName=northwind-cable')
  expect(body._embedded?.stats?.[0]).toMatchObject({
    open: 2,
    openByPriority: { LOW: 1, MEDIUM: 0, HIGH: 1, CRITICAL: 0 },
    outagesOpen: 0,
    medianFirstResponseMinutes: null,
  })
  expect((await get(northerner, '/support-stats?accountName=mother-group')).status).toBe(404)
})

test('support trends give open cases, outages and first responses at the end of each day', async () => {
  const { db } = app.portal
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
  const dated = { account_id: Number(north.id), reporter_id: Number(northerner.id), priority: 'LOW', description: '' }
  const made = await db
    .insertInto('cases')
    .values([
      { ...dated, key: 'TREND-1', subject: 'Old', status: 'RESOLVED', created_at: ago(40), resolved_at: ago(10.5) },
      {
        ...dated,
        key: 'TREND-2',
        subject: 'Out',
        type: 'OUTAGE',
        status: 'OPEN',
        created_at: ago(3.5),
        first_response_at: ago(3.25),
      },
    ])
    .returning('id')
    .execute()
  const trends = async (as: typeof engineer) =>
    (await get(as, '/support-trends')).body.map as unknown as Record<string, Record<string, (number | null)[]>>
  const { open, outages, firstResponse } = (await trends(northerner))['northwind-cable']!
  // Two cases of today, filed by the test before.
  expect(open).toEqual([...Array(19).fill(1), ...Array(7).fill(0), 1, 1, 1, 4 - 1])
  expect(outages).toEqual([...Array(26).fill(0), 1, 1, 1, 1])
  expect(firstResponse).toEqual([...Array(26).fill(null), 360, null, null, null])
  expect(Object.keys(await trends(northerner))).toEqual(['northwind-cable'])
  expect(Object.keys(await trends(engineer))).toContain('mother-group')
  await db
    .deleteFrom('cases')
    .where(
      'id',
      'in',
      made.map(({ id }) => id),
    )
    .execute()
})

test("a user's accounts; vendor staff get one entry named *", async () => {
  expect((await get(engineer, `/user/${engineer.id}`)).names).toEqual(['*'])
  expect((await get(parents, `/user/${parents.id}`)).names).toEqual(['daughter-net', 'mother-group'])
  expect((await get(northerner, `/user/${parents.id}`)).status).toBe(404)
})

test('staff of LIFT accounts alone learn nothing of other accounts', async () => {
  const { db } = app.portal
  const others = db.updateTable('deployments').where('account_id', '<>', north.id)
  await others.set({ stage: 'PRODUCTION' }).execute()
  const lift = await userWith(app, 'HARMONIC_LIFT')
  expect((await get(lift, `/user/${northerner.id}`)).names).toEqual(['northwind-cable'])
  expect((await get(lift, `/user/${parents.id}`)).status).toBe(404)
  await others.set({ stage: 'LIFT' }).execute()
})

test('the CRM id is for the vendor: customers neither read it nor search by it', async () => {
  const crmId = '001d6F6rKbYcE0dAJF'
  await app.portal.db.updateTable('accounts').set({ crm_id: crmId }).where('id', '=', north.id).execute()
  expect((await get(engineer, `/${north.id}`)).body.crmId).toBe(crmId)
  expect((await get(engineer, `/search?name=${crmId}`)).names).toEqual(['northwind-cable'])
  expect((await get(northerner, `/${north.id}`)).body.crmId).toBe(null)
  expect((await get(northerner, `/search?name=${crmId}`)).names).toEqual([])
})

test('an account is active when one of its own users signed in within 30 days: shown for each, and a filter', async () => {
  const came = (who: TestUser, days: number) =>
    app.portal.db
      .updateTable('users')
      .set({ last_login_at: new Date(Date.now() - days * 86_400_000) })
      .where('id', '=', who.id)
      .execute()
  await came(northerner, 29)
  await came(parents, 31)
  await came(engineer, 0)
  expect((await get(engineer, '?active=true')).names).toEqual(['northwind-cable'])
  expect((await get(engineer, '?active=false')).names).toEqual(['daughter-net', 'hidden-net', 'mother-group'])
  expect((await get(engineer, '/northwind-cable')).body).toMatchObject({ active: true })
})

test('the list comes as CSV', async () => {
  const { text } = await get(engineer, '', 'text/csv')
  expect(text.trim().split('\r\n')).toHaveLength(5)
})

test('the plugins of an account are in its row, for those who may see them', async () => {
  const plugins = async (user: TestUser) => {
    const { text } = await get(user, '', 'text/csv')
    const [head, ...rows] = text.trim().split('\r\n').map(cellsOf)
    return rows.map((cells) => [cells[0], cells[head!.indexOf('Plugins')]])
  }
  const embedded = ['analytics', 'box', 'confluence', 'jira', 'opsgenie', 'registry', 'salesforce', 'slack', 'sonar']
  const notified = embedded.map((name) => `${name} STARTED`).join(', ')
  expect(await plugins(northerner)).toEqual([['northwind-cable', notified]])
  expect(await plugins(engineer)).toContainEqual(['hidden-net', notified])
  expect(await plugins(await userWith(app, 'FIELDTECH', north))).toEqual([['northwind-cable', '']])
})

function cellsOf(line: string): string[] {
  return [...line.matchAll(/(?:^|,)("[^"]*"|[^,]*)/g)].map(([, cell]) => cell!.replaceAll('"', ''))
}

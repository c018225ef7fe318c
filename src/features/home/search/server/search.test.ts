import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SupportApp, supportApp } from '#test/support-app.ts'

let desk: SupportApp
let key: string

beforeAll(async () => {
  desk = await supportApp()
  const filed = await desk.call('uma', 'POST', '/issues?account=acme', {
    subject: 'Upstream noise',
    description: 'x',
    priority: 'LOW',
  })
  key = String(filed.body.key)
  await desk.call('vera', 'POST', `/issues/comment?issueKey=${key}`, { body: 'Hysteresis of the profile was lowered.' })
  await desk.call('vera', 'POST', `/issues/comment/internal?issueKey=${key}`, { body: 'Codeword zanzibar.' })
})
afterAll(() => desk.close())

async function search(name: Parameters<SupportApp['headersOf']>[0], q: string, account = '') {
  const response = await fetch(`${desk.url}/api/search?q=${encodeURIComponent(q)}${account && `&account=${account}`}`, {
    headers: desk.headersOf(name),
  })
  const body = (await response.json()) as {
    _embedded: { results: { kind: string; title: string; exact: boolean; key?: string }[] }
  }
  return body._embedded.results
}

test('a comment is found by a word with one wrong letter', async () => {
  expect(await search('uma', 'hysterisis')).toMatchObject([{ kind: 'case', key }])
})

test('an exact key comes first', async () => {
  expect((await search('vera', key.toLowerCase()))[0]).toMatchObject({ kind: 'case', key, exact: true })
})

test('internal comments of vendor staff are not found by a customer', async () => {
  expect(await search('uma', 'zanzibar')).toEqual([])
  expect(await search('vera', 'zanzibar')).toMatchObject([{ key }])
})

test('nothing of another account is found', async () => {
  expect(await search('bob', 'hysteresis')).toEqual([])
  expect(await search('bob', key)).toEqual([])
  expect((await search('bob', 'uma')).filter(({ kind }) => kind === 'user')).toEqual([])
})

test('deployments are found by name and version in the visible accounts', async () => {
  const kinds = (hits: { kind: string; title: string }[]) => hits.filter(({ kind }) => kind === 'deployment')
  const name = 'Kiel core'
  const version = '0.42.7'
  const acme = desk.portal.db.selectFrom('accounts').select('id').where('name', '=', 'acme')
  const [first] = await desk.portal.db.selectFrom('deployments').select('id').where('account_id', '=', acme).execute()
  await desk.portal.db
    .updateTable('deployments')
    .set({ name, software_version: version })
    .where('id', '=', first!.id)
    .execute()
  expect(kinds(await search('vera', name))).toContainEqual(expect.objectContaining({ title: name, exact: true }))
  expect(kinds(await search('uma', version))).toContainEqual(expect.objectContaining({ title: name }))
  expect(kinds(await search('bob', name)).every(({ title }) => title !== name)).toBe(true)
  expect(kinds(await search('vera', name, 'blue')).every(({ title }) => title !== name)).toBe(true)
})

test('wiki pages are found by title and text, those for vendor staff only by them', async () => {
  const write = async (title: string, audience: string, account: string) => {
    const response = await fetch(`${desk.url}/api/wiki/pages${account && `?account=${account}`}`, {
      method: 'POST',
      headers: { ...desk.headersOf('vera'), 'content-type': 'application/json' },
      body: JSON.stringify({ title, body: 'Holdover of the grandmaster', audience }),
    })
    expect(response.status).toBe(201)
  }
  await write('Ring switch-over', 'ALL', 'acme')
  await write('Ring secrets', 'VENDOR', 'acme')
  await write('Ring runbook', 'ALL', '')
  const titles = async (...[name, q, account]: Parameters<typeof search>) =>
    (await search(name, q, account)).filter(({ kind }) => kind === 'wiki').map(({ title }) => title)
  expect((await titles('vera', 'grandmaster')).sort()).toEqual(['Ring runbook', 'Ring secrets', 'Ring switch-over'])
  expect((await titles('uma', 'ring s')).sort()).toEqual(['Ring switch-over'])
  expect(await titles('bob', 'grandmaster')).toEqual(['Ring runbook'])
  expect(await titles('vera', 'grandmaster', 'blue')).toEqual([])
  expect(await search('vera', 'ring RUNBOOK')).toContainEqual(expect.objectContaining({ kind: 'wiki', exact: true }))
})

test('events are found by their words in the visible calendars, those of the vendor alone only by staff', async () => {
  const times = { start: '2027-05-04T01:00:00', end: '2027-05-04T05:00:00', timeZone: 'Europe/Berlin' }
  const plan = async (subject: string, accountId?: number) => {
    const response = await fetch(
      `${desk.url}/api/plugins/calendar/events${accountId ? `?accountId=${accountId}` : ''}`,
      {
        method: 'POST',
        headers: { ...desk.headersOf('vera'), 'content-type': 'application/json' },
        body: JSON.stringify({ subject, ...times, location: 'Hall of the amplifiers' }),
      },
    )
    expect(response.status).toBe(201)
  }
  const [acme] = await desk.portal.db.selectFrom('accounts').select('id').where('name', '=', 'acme').execute()
  await plan('Splice on ring 4', acme!.id)
  await plan('Splice training')
  const titles = async (...[name, q, account]: Parameters<typeof search>) =>
    (await search(name, q, account)).filter(({ kind }) => kind === 'event').map(({ title }) => title)
  expect((await titles('vera', 'splice')).sort()).toEqual(['Splice on ring 4', 'Splice training'])
  expect(await titles('vera', 'splice', 'acme')).toEqual(['Splice on ring 4'])
  expect(await titles('vera', 'splice', 'blue')).toEqual([])
  expect(await titles('uma', 'amplifiers 9')).toEqual([])
  expect(await titles('uma', 'ring amplifiers')).toEqual(['Splice on ring 4'])
  expect(await titles('bob', 'splice')).toEqual([])
  expect(await search('uma', 'splice ON ring 4')).toContainEqual(
    expect.objectContaining({ kind: 'event', exact: true, account: 'acme', startTime: '2027-05-03T23:00:00.000Z' }),
  )
})

test('users and accounts are found by name, narrowed to an account on request', async () => {
  expect(await search('vera', 'Uma User')).toContainEqual(expect.objectContaining({ kind: 'user', exact: true }))
  expect((await search('vera', 'Uma User', 'blue')).filter(({ kind }) => kind === 'user')).toEqual([])
  expect((await search('vera', 'acme')).map(({ kind }) => kind)).toContain('account')
})

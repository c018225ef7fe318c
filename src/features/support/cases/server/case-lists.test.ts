import { afterAll, beforeAll, expect, test } from 'vitest'
import { clocksSettled } from '#test/clocks-settled.ts'
import { addressOf, type Name, type Reply, rowsOf, type SupportApp, supportApp } from '#test/support-app.ts'

let desk: SupportApp
const keys: Record<string, string> = {}
beforeAll(async () => {
  desk = await supportApp()
  const file = async (name: Name, account: string, subject: string, more: object = {}) => {
    const { body } = await desk.call(name, 'POST', `/issues?account=${account}`, {
      subject,
      description: '',
      priority: 'LOW',
      ...more,
    })
    keys[subject] = String(body.key)
  }
  await file('uma', 'acme', 'Amplifier hums', { priority: 'HIGH', labels: ['power'], product: 'RPD firmware' })
  await file('ugo', 'acme', 'Node resets each night', {
    description: 'The upstream transmitter of *Köln-Süd* fails.',
    labels: ['night', 'rf'],
  })
  await file('uma', 'acme', '=1+1 "quoted", 100% sure', { priority: 'MEDIUM', addressees: [addressOf('carl')] })
  await file('bob', 'blue', 'Modems reset')
  await file('vera', 'acme', 'Internal matter', { internal: true })
  await desk.call('vera', 'POST', `/issues/fire/resolve?issueKey=${keys['Amplifier hums']}`, {
    comment: 'Capacitor exchanged',
  })
  await desk.call('vera', 'PATCH', `/issues/${keys['Node resets each night']}`, {
    assignee: addressOf('victor'),
    status: 'IN_PROGRESS',
  })
})
afterAll(() => desk.close())

async function found(name: Name, query: string): Promise<string[]> {
  const reply = await desk.call(name, 'GET', `/issues/search?${query}`)
  expect(reply.status, reply.text).toBe(200)
  return subjects(reply)
}
const subjects = (reply: Reply) => rowsOf(reply, 'issues').map((row) => String(row.subject))
const quoted = '=1+1 "quoted", 100% sure'

test('each user sees their own: the newest change first', async () => {
  expect(await found('uma', '')).toEqual(['Node resets each night', 'Amplifier hums', quoted])
  expect(await found('carl', '')).toEqual([quoted])
  expect(await found('bob', '')).toEqual(['Modems reset'])
  expect(await found('vera', 'sort=createdAt,asc')).toEqual([
    'Amplifier hums',
    'Node resets each night',
    quoted,
    'Modems reset',
  ])
  expect(await found('vera', 'account=blue')).toEqual(['Modems reset'])
  expect(await found('vera', 'internal=true')).toEqual(['Internal matter'])
})

test.each(['updatedAt,DESC', 'updatedAt,ASC', 'createdAt,DESC', 'priority,DESC'])(
  'pages by %s are the list in parts, in any order of requests; a reader who pages on misses nothing',
  async (sort) => {
    const whole = await found('vera', `sort=${sort}`)
    const pieces: string[][] = []
    for (const number of [3, 1, 0, 2]) pieces[number] = await found('vera', `sort=${sort}&size=1&page=${number}`)
    expect(pieces.flat()).toEqual(whole)
    expect(await found('vera', `sort=${sort}&size=2&page=1`)).toEqual(whole.slice(2))
    expect(await found('vera', `sort=${sort}&size=1&page=4`)).toEqual([])
    expect(await found('bob', `sort=${sort}&size=1&page=1`)).toEqual([])
  },
)

test('a reader who pages on while a case changes gets what follows the pages already read', async () => {
  const [first, second, third] = await found('vera', 'sort=updatedAt,DESC')
  expect(await found('vera', 'sort=updatedAt,DESC&size=2')).toEqual([first, second])
  expect((await desk.call('vera', 'PATCH', `/issues/${keys[second!]}`, { contact: 'Night shift' })).status).toBe(200)
  expect((await found('vera', 'sort=updatedAt,DESC'))[0]).toBe(second)
  expect(await found('vera', 'sort=updatedAt,DESC&size=2&page=1')).toContain(third)
})

test.each([
  ['status=RESOLVED,CLOSED', ['Amplifier hums']],
  ['open=false', ['Amplifier hums']],
  ['open=true&priority=LOW', ['Node resets each night']],
  ['priority=HIGH,MEDIUM&sort=priority,desc', ['Amplifier hums', quoted]],
  ['labels=rf,none', ['Node resets each night']],
  [`assignee=${addressOf('victor')}`, ['Node resets each night']],
  ['assignee=none&open=true', [quoted]],
  [`assignee=none&assignee=${addressOf('victor')}&open=true&account=acme`, ['Node resets each night', quoted]],
  [`reporter=${addressOf('uma').toUpperCase()}&sort=subject`, [quoted, 'Amplifier hums']],
  ['watched=true&sort=key', ['Amplifier hums', quoted]],
  ['watched=false', ['Node resets each night']],
  ['product=RPD firmware', ['Amplifier hums']],
  ['subjectContains=100%25', [quoted]],
  ['subjectContains=_', []],
  ['createdFrom=2999-01-01T00:00:00Z', []],
  ['updatedTo=2999-01-01T00:00:00Z&resolvedFrom=2000-01-01T00:00:00Z', ['Amplifier hums']],
  ['type=OUTAGE', []],
  ['sort=status&sort=account,desc', ['Node resets each night', quoted, 'Amplifier hums'].sort(byStatus)],
])('filters: %s', async (query, wanted) => {
  expect(await found('uma', query)).toEqual(wanted)
})

test.each(['amplifer', 'hums', 'ampli', 'Capacitr', 'AMPLIFIER hums'])('search tolerates: %s', async (q) => {
  expect(await found('uma', `q=${q}`)).toEqual(['Amplifier hums'])
})

test('search ignores accents and signs, finds nothing by signs alone, and accepts any input safely', async () => {
  expect(await found('uma', 'q=koln sud')).toEqual(['Node resets each night'])
  expect(await found('uma', `q=${encodeURIComponent('KÖLN')}`)).toEqual(['Node resets each night'])
  expect(await found('uma', 'q=reset&text=night')).toEqual(['Node resets each night'])
  expect(await found('uma', 'q=!!!')).toEqual([])
  for (const q of [`a' | 'b`, '((((', "':*", '\\', '<->', '%', 'a&b|!c', '𝔘 ﷽', 'x'.repeat(250), 'a '.repeat(120)])
    expect((await desk.call('uma', 'GET', `/issues/search?q=${encodeURIComponent(q)}`)).status, q).toBe(200)
})

test('an exact key comes first, in upper or lower case', async () => {
  const key = keys['Amplifier hums']!
  await desk.call('ugo', 'POST', `/issues/comment?issueKey=${keys['Node resets each night']}`, {
    body: `As in ${key}?`,
  })
  const first = await found('uma', `q=${key.toLowerCase()}&sort=subject,desc`)
  expect([first[0], first[1]]).toEqual(['Amplifier hums', 'Node resets each night'])
  expect(await found('bob', `q=${key}`)).toEqual([])
})

test('the POST form and the count return the same', async () => {
  const post = await desk.call('uma', 'POST', '/issues/search?sort=subject', {
    filters: { open: true, account: ['acme'] },
  })
  expect(subjects(post)).toEqual([quoted, 'Node resets each night'])
  expect((await desk.call('uma', 'GET', '/issues/count?open=true')).body).toEqual({ count: 2 })
  expect((await desk.call('vera', 'GET', '/issues/count')).body).toEqual({ count: 4 })
  expect((await desk.call('uma', 'POST', '/issues/search', { filters: { nonsense: 1 } })).status).toBe(400)
})

test('a summary has what every list shows, equal to the whole rows, and no more', async () => {
  const query = '/issues/search?account=acme&sort=createdAt,asc'
  const whole = rowsOf(await desk.call('vera', 'GET', query), 'issues')
  const members = [
    'key',
    'accountDisplayName',
    'type',
    'status',
    'priority',
    'subject',
    'assignee',
    'updated',
    'unread',
  ]
  const short = whole.map((row) => Object.fromEntries(members.map((name) => [name, row[name]])))
  const listed = await desk.call('vera', 'GET', `${query}&projection=summary`)
  expect(rowsOf(listed, 'issues')).toEqual(short)
  expect(short.map(({ assignee }) => assignee !== null)).toEqual([false, true, false])
  expect(listed.text).toContain(JSON.stringify(short[1]))
  expect((await desk.call('uma', 'GET', '/issues/search?projection=summary')).body.page).toMatchObject({
    totalElements: 3,
  })
  expect((await desk.call('vera', 'GET', `${query}&projection=short`)).status).toBe(400)
})

test('pages follow each other to the end without overlap', async () => {
  const seen: string[] = []
  let next: string | undefined = '/issues/search?size=1&sort=priority,desc'
  while (next) {
    const reply: Reply = await desk.call('uma', 'GET', next)
    seen.push(...subjects(reply))
    expect(reply.body.page).toMatchObject({ size: 1, totalElements: 3, totalPages: 3 })
    next = (reply.body._links?.next?.href as unknown as string | undefined)?.replace('/api/plugins/jira', '')
  }
  expect(seen).toEqual(['Amplifier hums', quoted, 'Node resets each night'])
})

test('an unchanged list is 304; any change of what it shows makes it new', async () => {
  const path = '/issues/search?account=acme'
  await clocksSettled(desk.portal.pool)
  let etag = (await desk.call('uma', 'GET', path)).headers.get('etag') ?? ''
  const unchanged = async () =>
    (await desk.call('uma', 'GET', path, undefined, { 'if-none-match': etag })).status === 304
  const becomesStale = async () => {
    expect(await unchanged()).toBe(false)
    await clocksSettled(desk.portal.pool)
    etag = (await desk.call('uma', 'GET', path)).headers.get('etag') ?? ''
    expect(await unchanged()).toBe(true)
  }
  expect(await unchanged()).toBe(true)
  const key = keys['Node resets each night']
  await desk.call('bob', 'POST', `/issues/comment?issueKey=${keys['Modems reset']}`, { body: 'elsewhere' })
  await desk.call('vera', 'POST', `/issues/comment/internal?issueKey=${key}`, { body: 'aside' })
  await clocksSettled(desk.portal.pool)
  expect(await unchanged()).toBe(true)
  await desk.call('ugo', 'POST', `/issues/comment?issueKey=${key}`, { body: 'new' })
  await becomesStale()
  await desk.call('uma', 'POST', `/issues/read?issueKey=${key}`)
  await becomesStale()
  await desk.call('uma', 'POST', `/issues/watchers?issueKey=${key}`)
  await becomesStale()
  await desk.call('vera', 'PATCH', `/issues/${key}`, { priority: 'HIGH' })
  await becomesStale()
  await desk.portal.db
    .updateTable('users')
    .set({ full_name: 'Ugo Renamed' })
    .where('email', '=', addressOf('ugo'))
    .execute()
  await becomesStale()
  await desk.portal.db
    .updateTable('accounts')
    .set({ display_name: 'Acme Renamed' })
    .where('name', '=', 'acme')
    .execute()
  await becomesStale()
})

test('CSV holds every filtered row, and no formula', async () => {
  const csv = await desk.call('uma', 'GET', '/issues/search?size=1&open=true&sort=subject', undefined, {
    accept: 'text/csv',
  })
  const lines = csv.text.trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toMatch(/^\ufeff?Key,Account/)
  expect(lines[1]).toContain(`"'=1+1 ""quoted"", 100% sure"`)
})

test.each([
  'sort=password',
  'nonsense=1',
  'status=GONE',
  'size=201',
  'page=-1',
  'createdFrom=yesterday',
  'open=maybe',
  'q=%00',
])('400 for %s', async (query) => {
  expect((await desk.call('uma', 'GET', `/issues/search?${query}`)).status).toBe(400)
})

test('similar cases are those with the words being typed, the most similar first, of the account alone', async () => {
  const reply = await desk.call(
    'uma',
    'GET',
    `/issues/similar?account=acme&text=${encodeURIComponent('our node resets at night')}`,
  )
  const [first] = rowsOf(reply, 'issues')
  expect(first).toMatchObject({ subject: 'Node resets each night', matched: ['night', 'node', 'resets'] })
  expect(Number(first?.likeness)).toBeGreaterThan(0.5)
  expect(rowsOf(reply, 'issues').every((row) => String(row.account) === 'acme')).toBe(true)
  expect(rowsOf(await desk.call('uma', 'GET', '/issues/similar?account=acme&text=%21%21%21'), 'issues')).toEqual([])
  expect((await desk.call('bob', 'GET', '/issues/similar?account=acme&text=node')).status).toBe(404)
})

test('the form offers users, products, versions, labels and deployments', async () => {
  const users = async (name: Name, q = '') =>
    rowsOf(await desk.call(name, 'GET', `/issues/addressees?account=acme&q=${q}`), 'addressees').map((row) =>
      String(row.username),
    )
  expect(await users('uma')).toEqual(['carl', 'mia', 'ugo', 'uma'].map((name) => addressOf(name as Name)))
  expect(await users('vera', 'v')).toEqual(['vera', 'victor'].map((name) => addressOf(name as Name)))
  expect(await users('vera', '&internal=true')).not.toContain(addressOf('mia'))
  expect(await users('uma', '&internal=true')).toContain(addressOf('mia'))
  expect(await users('carl')).toEqual([addressOf('carl')])
  expect((await desk.call('bob', 'GET', '/issues/addressees?account=acme')).status).toBe(404)
  const options = async (query: string) =>
    rowsOf(await desk.call('uma', 'GET', `/field-options?${query}`), 'options').map((row) => String(row.label))
  expect(await options('field=product')).toContain('RPD firmware')
  expect(await options('field=productVersion&product=RPD firmware')).toContain('9.5.2')
  expect((await options('field=label&account=acme')).sort()).toEqual(['night', 'power', 'rf'])
  expect(await options('field=deployment&account=acme')).toEqual(['acme-1'])
  expect((await desk.call('uma', 'GET', '/field-options?field=deployment')).status).toBe(400)
  const configs = rowsOf(await desk.call('bob', 'GET', '/configs'), 'configs')
  expect(configs).toEqual([
    { account: 'blue', projectKey: 'BLUE', projectLabel: 'blue cable', targetSystem: 'embedded' },
  ])
})

function byStatus(a: string, b: string): number {
  const place = [quoted, 'Node resets each night', 'Amplifier hums']
  return place.indexOf(a) - place.indexOf(b)
}

test('who follows the links meets every case once, whatever other readers do meanwhile', async () => {
  for (let number = 0; number < 17; number += 1)
    await desk.call('bob', 'POST', '/issues?account=blue', {
      subject: `Walk ${number}`,
      description: '',
      priority: 'LOW',
    })
  const list = '/issues/search?account=blue&sort=updatedAt,asc&size=5'
  const before = await desk.call('bob', 'GET', '/issues/search?account=blue&size=200')
  const there = rowsOf(before, 'issues').map(({ key }) => String(key))
  const met: string[] = []
  let next: string | undefined = list
  for (let pages = 0; next !== undefined && pages < 20; pages += 1) {
    const reply: Reply = await desk.call('bob', 'GET', next)
    const page = rowsOf(reply, 'issues').map(({ key }) => String(key))
    met.push(...page)
    // What was read moves to the end, another reader begins again, and the process forgets.
    if (pages < 3)
      for (const key of page.slice(0, 3))
        await desk.call('bob', 'PATCH', `/issues/${key}`, { subject: `Changed ${pages}` })
    await desk.call('bob', 'GET', list)
    next = (reply.body._links?.next?.href as unknown as string | undefined)?.replace('/api/plugins/jira', '')
  }
  expect(new Set(met)).toEqual(new Set(there))
  expect(met).toHaveLength(there.length + 9)
})

test('the end of a page is accepted for its own order alone', async () => {
  const { body } = await desk.call('bob', 'GET', '/issues/search?account=blue&size=5')
  const href = String(body._links?.next?.href)
  const after = new URLSearchParams(href.split('?')[1]).get('after')!
  const status = async (query: string) => (await desk.call('bob', 'GET', `/issues/search?size=5&${query}`)).status
  expect(await status(`after=${after}`)).toBe(200)
  const text = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  for (const wrong of [
    `sort=subject&after=${after}`,
    `after=${after.slice(4)}`,
    `after=${text(['2026-13-45 00:00:00+00', '1'])}`,
    `after=${text(["2026-01-01'::date", '1'])}`,
    `after=${text(['2026-01-01 00:00:00+00', 'x'])}`,
    `after=${text({})}`,
    `after=${text(null)}`,
    'after=%20',
  ])
    expect(await status(wrong), wrong).toBe(400)
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Json, type Name, type SupportApp, supportApp } from '#test/support-app.ts'

let desk: SupportApp
beforeAll(async () => {
  desk = await supportApp()
  const { db } = desk.portal
  await db.updateTable('deployments').set({ software_version: '3.22.1' }).where('name', '=', 'acme-1').execute()
  await db.updateTable('deployments').set({ software_version: '3.25.0' }).where('name', '=', 'blue-1').execute()
})
afterAll(() => desk.close())

async function call(name: Name, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${desk.url}/api/known-issues${path}`, {
    method,
    headers: { ...desk.headersOf(name), ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: response.status, etag: response.headers.get('etag') ?? '', body: (await response.json()) as Json }
}
const usual = {
  title: 'Registration rejected with no_resource after MAC domain resize',
  product: 'cOS-CN-DOCSIS',
  component: 'registration',
  affected: '>=3.22.0 <3.24.0',
  fixedIn: '3.24.0',
  severity: 'HIGH',
  symptom: 'registration fails',
  conditions: ['MAC domain grown above 400 modems'],
  signature: ['sid table exhausted'],
  workaround: 'Restart the registration service of the core.',
  releaseNote: 'The SID table grows with the MAC domain.',
  published: true,
}
async function declare(more: object = {}): Promise<string> {
  const declared = await call('tom', 'POST', '', { ...usual, ...more })
  expect([declared.status, declared.body]).toMatchObject([201, {}])
  return String(declared.body.key)
}
const rows = (body: Json, name: string) => (body._embedded as unknown as Record<string, Json[]>)[name]!
async function keysFor(name: Name, query = ''): Promise<string[]> {
  const { status, body } = await call(name, 'GET', `?size=200${query}`)
  expect(status).toBe(200)
  return rows(body, 'knownIssues').map(({ key }) => String(key))
}

describe('who reads known issues', () => {
  test('customers read published ones that affect a version of their deployments, staff every one', async () => {
    const concerned = await declare()
    const hidden = await declare({ published: false })
    const newer = await declare({ affected: '>=3.25.0', fixedIn: null })
    const other = await declare({ product: 'RPD firmware', affected: '>=1.0.0' })
    expect(await keysFor('uma')).toEqual(expect.arrayContaining([concerned]))
    for (const key of [hidden, newer, other]) expect(await keysFor('uma')).not.toContain(key)
    expect(await keysFor('bob')).toEqual([newer])
    expect(await keysFor('vera')).toEqual(expect.arrayContaining([concerned, hidden, newer, other]))
    const affecting = await keysFor('vera', '&account=acme')
    expect(affecting).toContain(concerned)
    expect(affecting).not.toContain(newer)
    for (const [name, key, status] of [
      ['uma', concerned, 200],
      ['uma', concerned.toLowerCase(), 200],
      ['uma', hidden, 404],
      ['uma', newer, 404],
      ['bob', concerned, 404],
      ['carl', concerned, 403],
      ['victor', concerned, 403],
      ['vera', hidden, 200],
    ] as const)
      expect([name, (await call(name, 'GET', `/${key}`)).status]).toEqual([name, status])
    expect((await call('uma', 'GET', '?account=blue')).status).toBe(404)
  })

  test('the internal note and foreign deployments are for staff alone', async () => {
    const key = await declare({ note: 'Found by the lab of the vendor', detect: 'up == 0', affected: '>=3.22.0' })
    expect((await call('vera', 'GET', `/${key}/note`)).body).toEqual({
      key,
      note: 'Found by the lab of the vendor',
      detect: 'up == 0',
    })
    expect((await call('uma', 'GET', `/${key}/note`)).status).toBe(403)
    const seen = (await call('uma', 'GET', `/${key}`)).body
    expect(JSON.stringify(seen)).not.toMatch(/lab of the vendor|up == 0|blue/)
    expect(seen).toMatchObject({ deploymentCount: 1, deployments: [{ name: 'acme-1', version: '3.22.1' }] })
    expect((await call('vera', 'GET', `/${key}`)).body.deploymentCount).toBe(2)
  })
})

describe('the catalogue', () => {
  test('is declared and edited by those who may, on the version that they read', async () => {
    expect((await call('vera', 'POST', '', usual)).status).toBe(403)
    for (const wrong of [{ affected: 'all' }, { affected: '>= 3' }, { fixedIn: 'soon' }, { title: ' ' }])
      expect((await call('tom', 'POST', '', { ...usual, ...wrong })).status).toBe(400)
    const key = await declare()
    const read = await call('tom', 'GET', `/${key}`)
    expect((await call('vera', 'PATCH', `/${key}`, { severity: 'LOW' })).status).toBe(403)
    const edited = await call(
      'tom',
      'PATCH',
      `/${key}`,
      { severity: 'LOW', note: 'Seen twice' },
      { 'if-match': read.etag },
    )
    expect([edited.status, edited.body]).toMatchObject([200, { severity: 'LOW', version: 2, title: usual.title }])
    expect((await call('tom', 'PATCH', `/${key}`, { severity: 'HIGH' }, { 'if-match': read.etag })).status).toBe(412)
    expect((await call('tom', 'PATCH', `/${key}`, { published: false })).body.published).toBe(false)
    expect((await call('uma', 'GET', `/${key}`)).status).toBe(404)
    expect((await call('tom', 'GET', `/${key}/note`)).body.note).toBe('Seen twice')
  })

  test('is filtered, searched, sorted, and read page by page without repetition', async () => {
    const open = await declare({ product: 'Paged', fixedIn: null, severity: 'LOW', title: 'Quokka counter wraps' })
    const declared = [open]
    for (let index = 0; index < 4; index++) declared.push(await declare({ product: 'Paged' }))
    expect(await keysFor('vera', '&product=Paged&sort=key,ASC')).toEqual(declared)
    expect(await keysFor('vera', '&product=Paged&state=OPEN')).toEqual([open])
    expect(await keysFor('vera', '&product=Paged&severity=LOW')).toEqual([open])
    expect(await keysFor('vera', '&q=quokka%20wra')).toEqual([open])
    expect(await keysFor('vera', `&q=${open}`)).toEqual([open])
    expect(await keysFor('vera', '&q=%25')).toEqual([])
    const paged: string[] = []
    for (const page of [0, 1, 2]) {
      const { body } = await call('vera', 'GET', `?product=Paged&size=2&page=${page}`)
      expect(body.page).toMatchObject({ totalElements: 5, totalPages: 3 })
      paged.push(...rows(body, 'knownIssues').map(({ key }) => String(key)))
    }
    expect(paged).toEqual(declared.toReversed())
  })
})

describe('cases', () => {
  const file = async (name: Name, more: object = {}, account = 'acme') => {
    const body = { subject: 'Modems do not register', description: 'x', priority: 'LOW', ...more }
    const filed = await desk.call(name, 'POST', `/issues?account=${account}`, body)
    expect(filed.status, filed.text).toBe(201)
    return String(filed.body.key)
  }
  const ofCase = (name: Name, issueKey: string, method = 'GET', key?: string) =>
    method === 'POST'
      ? desk.call(name, method, `/issues/known-issues?issueKey=${issueKey}`, { key })
      : desk.call(name, method, `/issues/known-issues?issueKey=${issueKey}${key ? `&key=${key}` : ''}`)
  const linkedKeys = async (name: Name, issueKey: string) =>
    [...((await ofCase(name, issueKey)).body.linked ?? [])].map(({ key }) => String(key))

  test('are linked by staff; each reader sees and counts only what they may read', async () => {
    const known = await declare()
    const hidden = await declare({ published: false })
    const own = await file('uma')
    const foreign = await file('bob', {}, 'blue')
    expect((await ofCase('uma', own, 'POST', known)).status).toBe(403)
    for (const [at, key] of [
      [own, known],
      [own, hidden],
      [foreign, known],
    ] as const)
      expect((await ofCase('vera', at, 'POST', key)).status).toBe(200)
    expect((await ofCase('vera', own, 'POST', known)).body.code).toBe('known-issue-already-linked')
    expect((await ofCase('vera', own, 'POST', 'KI-99999')).status).toBe(404)
    expect(await linkedKeys('vera', own)).toEqual([known, hidden])
    expect(await linkedKeys('uma', own)).toEqual([known])
    expect((await ofCase('bob', own)).status).toBe(404)
    expect((await call('vera', 'GET', `/${known}`)).body.caseCount).toBe(2)
    expect((await call('uma', 'GET', `/${known}`)).body.caseCount).toBe(1)
    expect(rows((await call('uma', 'GET', `/${known}/cases`)).body, 'cases')).toMatchObject([{ key: own }])
    expect(rows((await call('vera', 'GET', `/${known}/cases`)).body, 'cases')).toHaveLength(2)
    const history = await desk.call('uma', 'GET', `/issues/history?issueKey=${own}`)
    expect(history.text).not.toContain('known-issue')
    expect((await ofCase('uma', own, 'DELETE', known)).status).toBe(403)
    expect((await ofCase('vera', own, 'DELETE', known)).status).toBe(200)
    expect((await ofCase('vera', own, 'DELETE', known)).body.code).toBe('known-issue-not-linked')
    expect(await linkedKeys('vera', own)).toEqual([hidden])
  })

  test('match by words, by signature, by product and version', async () => {
    const key = await declare({ title: 'Wombat timer drifts in holdover', signature: ['wbt: drift 0x7'] })
    const hidden = await declare({ title: 'Wombat timer drifts in holdover', published: false })
    const matches = async (name: Name, query: Record<string, string>) =>
      rows((await call(name, 'GET', `/matches?${new URLSearchParams(query)}`)).body, 'knownIssues').map(
        (one) => one.key,
      )
    expect(await matches('uma', { text: 'the wombat timer drifts', account: 'acme' })).toEqual([key])
    expect(await matches('vera', { text: 'the wombat timer drifts' })).toEqual([key, hidden])
    expect(await matches('uma', { text: 'log: WBT: drift 0x7 at 10:31' })).toEqual([key])
    expect(await matches('bob', { text: 'the wombat timer drifts' })).toEqual([])
    const typed = { text: 'wombat timer drifts', product: 'cOS-CN-DOCSIS' }
    expect(await matches('uma', { ...typed, productVersion: '3.23.9' })).toEqual([key])
    expect(await matches('uma', { ...typed, productVersion: '3.24.0' })).toEqual([])
    expect(await matches('uma', { ...typed, product: 'RPD firmware' })).toEqual([])
    expect((await call('uma', 'GET', '/matches?text=wombat&account=blue')).status).toBe(404)
    const filed = await file('uma', { subject: 'Wombat timer drifts', description: 'since the holdover' })
    expect([...((await ofCase('uma', filed)).body.matching ?? [])].map((one) => one.key)).toEqual([key])
  })

  test('the palette finds known issues that the user may read', async () => {
    const key = await declare({ title: 'Narwhal buffer overflow' })
    const hidden = await declare({ title: 'Narwhal buffer underflow', published: false })
    const found = async (name: Name, q: string) => {
      const response = await fetch(`${desk.url}/api/search?q=${q}`, { headers: desk.headersOf(name) })
      const { _embedded } = (await response.json()) as { _embedded: { results: { kind: string; key?: string }[] } }
      return _embedded.results.filter(({ kind }) => kind === 'known-issue').map((hit) => hit.key)
    }
    expect(await found('uma', 'narwhal')).toEqual([key])
    expect(await found('vera', 'narwhal')).toEqual([hidden, key])
    expect(await found('uma', key)).toEqual([key])
    expect(await found('victor', 'narwhal')).toEqual([])
  })
})

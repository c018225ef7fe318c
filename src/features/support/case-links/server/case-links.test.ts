import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsOf, type SupportApp, supportApp } from '#test/support-app.ts'

let desk: SupportApp
beforeAll(async () => {
  desk = await supportApp()
})
afterAll(() => desk.close())

async function file(name: Parameters<SupportApp['call']>[0], account = 'acme', more: object = {}): Promise<string> {
  const body = { subject: 'Linked', description: 'x', priority: 'LOW', ...more }
  const filed = await desk.call(name, 'POST', `/issues?account=${account}`, body)
  expect(filed.status, filed.text).toBe(201)
  return String(filed.body.key)
}
const link = (from: string, kind: string, key: string, who: Parameters<SupportApp['call']>[0] = 'vera') =>
  desk.call(who, 'POST', `/issues/links?issueKey=${from}`, { kind, key })
const unlink = (from: string, kind: string, key: string) =>
  desk.call('vera', 'DELETE', `/issues/links?issueKey=${from}&kind=${kind}&key=${key}`)
const linksOf = async (key: string, who: Parameters<SupportApp['call']>[0] = 'vera') =>
  [...((await desk.call(who, 'GET', `/issues/${key}`)).body.links ?? [])].map((one) => `${one.kind} ${one.key}`)

test('a link is on both cases, blocks while the other is open, and is removed from both', async () => {
  const [one, other] = [await file('uma'), await file('ugo')]
  expect((await link(one, 'BLOCKS', other)).status).toBe(200)
  expect(await linksOf(one, 'uma')).toEqual([`BLOCKS ${other}`])
  expect(await linksOf(other, 'uma')).toEqual([`IS_BLOCKED_BY ${one}`])
  expect((await desk.call('uma', 'GET', `/issues/${other}`)).body.blocked).toBe(true)
  expect((await link(other, 'IS_BLOCKED_BY', one)).body.code).toBe('case-link-exists')
  expect((await link(one, 'RELATES_TO', other)).status).toBe(200)
  expect((await link(other, 'RELATES_TO', one)).body.code).toBe('case-link-exists')
  await desk.call('vera', 'POST', `/issues/fire/resolve?issueKey=${one}`, {})
  expect((await desk.call('uma', 'GET', `/issues/${other}`)).body.blocked).toBe(false)

  expect((await unlink(other, 'IS_BLOCKED_BY', one)).status).toBe(200)
  expect((await unlink(other, 'IS_BLOCKED_BY', one)).body.code).toBe('case-link-not-found')
  expect(await linksOf(one)).toEqual([`RELATES_TO ${other}`])
  const history = rowsOf(await desk.call('uma', 'GET', `/issues/history?issueKey=${one}`), 'entries')
  expect(history.map(({ name }) => name)).toEqual(expect.arrayContaining(['case.linked', 'case.unlinked']))
})

test('no case is linked to itself or in a circle, also when the links that close it are created at once', async () => {
  const [a, b, c] = [await file('uma'), await file('uma'), await file('uma')]
  expect((await link(a, 'BLOCKS', a)).body).toMatchObject({ status: 400, fields: [{ path: 'key' }] })
  expect((await link(a, 'RELATES_TO', 'ACME-9999')).status).toBe(404)
  expect((await link(a, 'BLOCKS', b)).status).toBe(200)
  expect((await link(b, 'BLOCKS', c)).status).toBe(200)
  expect((await link(c, 'BLOCKS', a)).body.code).toBe('case-link-circle')
  expect((await link(a, 'IS_BLOCKED_BY', c)).body.code).toBe('case-link-circle')
  expect((await link(c, 'RELATES_TO', a)).status).toBe(200)

  const [d, e, f] = [await file('uma'), await file('uma'), await file('uma')]
  const closing = await Promise.all([link(d, 'DUPLICATES', e), link(e, 'DUPLICATES', f), link(f, 'DUPLICATES', d)])
  expect(closing.map(({ status }) => status).sort()).toEqual([200, 200, 409])
})

test('a customer sees links only to cases that they may read, and creates none', async () => {
  const own = await file('uma')
  const [internal, foreign] = [await file('vera', 'acme', { internal: true }), await file('bob', 'blue')]
  expect((await link(own, 'IS_BLOCKED_BY', internal)).status).toBe(200)
  expect((await link(own, 'DUPLICATES', foreign)).status).toBe(200)
  expect(await linksOf(own)).toEqual([`DUPLICATES ${foreign}`, `IS_BLOCKED_BY ${internal}`])
  const read = await desk.call('uma', 'GET', `/issues/${own}`)
  expect(read.body).toMatchObject({ links: [], blocked: false })
  const history = (await desk.call('uma', 'GET', `/issues/history?issueKey=${own}`)).text
  expect(read.text + history).not.toMatch(new RegExp(`${internal}|${foreign}`))
  expect(await linksOf(foreign, 'bob')).toEqual([])
  expect((await link(own, 'RELATES_TO', await file('uma'), 'uma')).status).toBe(403)
  expect((await link(own, 'RELATES_TO', foreign, 'uma')).status).toBe(404)
})

test('resolving keeps the reason until the case is open again; the CRM id is set by staff alone', async () => {
  const key = await file('uma')
  const resolved = await desk.call('vera', 'POST', `/issues/fire/resolve?issueKey=${key}`, { reason: 'plant-repair' })
  expect(resolved.body).toMatchObject({ status: 'RESOLVED', issueReason: 'plant-repair' })
  expect((await desk.call('uma', 'GET', `/issues/${key}`)).body.issueReason).toBe('plant-repair')
  await desk.call('uma', 'POST', `/issues/comment?issueKey=${key}`, { body: 'It is back.' })
  expect((await desk.call('uma', 'GET', `/issues/${key}`)).body).toMatchObject({ status: 'OPEN', issueReason: null })
  const wrong = await desk.call('vera', 'POST', `/issues/fire/resolve?issueKey=${key}`, { reason: 'no-idea' })
  expect(wrong.status).toBe(400)

  expect((await desk.call('vera', 'PATCH', `/issues/${key}`, { crmId: '5003z00002KxQ1' })).status).toBe(200)
  expect((await desk.call('uma', 'GET', `/issues/${key}`)).body.crmId).toBe('5003z00002KxQ1')
  expect((await desk.call('uma', 'PATCH', `/issues/${key}`, { crmId: 'mine' })).status).toBe(403)
})

test('a case that ended more than 30 days ago is outdated and matches that filter', async () => {
  const [old, fresh] = [await file('uma'), await file('uma')]
  for (const key of [old, fresh]) await desk.call('vera', 'POST', `/issues/fire/resolve?issueKey=${key}`, {})
  await desk.portal.pool.query(
    `update cases set resolved_at = now() - interval '31 days', updated_at = now() - interval '31 days' where key = $1`,
    [old],
  )
  expect((await desk.call('uma', 'GET', `/issues/${old}`)).body).toMatchObject({
    outdated: true,
    isIssueOnSupportTabActive: false,
  })
  const found = await desk.call('uma', 'GET', '/issues/search?account=acme&outdated=true')
  expect(rowsOf(found, 'issues').map(({ key }) => String(key))).toEqual([old])
  const others = await desk.call('uma', 'GET', '/issues/search?account=acme&open=false&outdated=false')
  expect(rowsOf(others, 'issues').map(({ key }) => String(key))).toContain(fresh)
  expect(rowsOf(others, 'issues').map(({ key }) => String(key))).not.toContain(old)
})

import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { clocksSettled } from '#test/clocks-settled.ts'
import { makeAccount, type TestUser, userWith } from '#test/factories.ts'

const list = '/api/plugins/jira/issues/search?account=compressed'
let app: TestApp
let user: TestUser

beforeAll(async () => {
  app = await testApp()
  user = await userWith(app, 'USER', await makeAccount(app, 'compressed'))
  for (let filed = 0; filed < 5; filed += 1)
    await fetch(`${app.url}/api/plugins/jira/issues?account=compressed`, {
      method: 'POST',
      headers: { ...user.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ subject: 'Modems reset', description: 'Every night.', priority: 'HIGH' }),
    })
  await clocksSettled(app.portal.pool)
})
afterAll(() => app.close())

type Got = { status: number; headers: Record<string, string | string[] | undefined>; bytes: Buffer }

/** A request without automatic decompression. */
const get = (path: string, headers: Record<string, string>, method = 'GET') =>
  new Promise<Got>((resolve, reject) => {
    const sent = request(app.url + path, { method, headers: { ...user.headers, ...headers } }, async (response) => {
      const bytes = Buffer.concat(await response.toArray())
      resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes })
    })
    sent.on('error', reject).end()
  })

test('a large response is compressed as requested, and the content stays the same', async () => {
  const plain = await get(list, {})
  expect([plain.headers['content-encoding'], plain.headers.vary]).toEqual([undefined, 'Accept-Encoding'])
  const best = await get(list, { 'accept-encoding': 'gzip, deflate, br' })
  expect(best.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' })
  expect(Number(best.headers['content-length'])).toBe(best.bytes.length)
  expect(brotliDecompressSync(best.bytes)).toEqual(plain.bytes)
  const older = await get(list, { 'accept-encoding': 'gzip, br;q=0' })
  expect(older.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(older.bytes)).toEqual(plain.bytes)
  const head = await get(list, { 'accept-encoding': 'br' }, 'HEAD')
  expect([head.bytes.length, head.headers['content-length']]).toEqual([0, best.headers['content-length']])
})

test('small responses, and those to pages of other sites, are sent uncompressed', async () => {
  const small = await get('/api/plugins/jira/issues/count', { 'accept-encoding': 'br' })
  expect([small.status, small.headers['content-encoding'], small.headers.vary]).toEqual([200, undefined, undefined])
  const foreign = await get(list, { 'accept-encoding': 'br', 'sec-fetch-site': 'cross-site' })
  expect([foreign.status, foreign.headers['content-encoding']]).toEqual([200, undefined])
})

test('a compressed response has a weak tag, and a client that has either form of it gets 304 with the weak tag', async () => {
  const strong = String((await get(list, {})).headers.etag)
  const weak = String((await get(list, { 'accept-encoding': 'br' })).headers.etag)
  expect([strong, weak]).toEqual([expect.stringMatching(/^"/), `W/${strong}`])
  for (const tag of [strong, weak]) {
    const again = await get(list, { 'accept-encoding': 'br', 'if-none-match': tag })
    expect([again.status, again.headers.etag]).toEqual([304, tag])
  }
})

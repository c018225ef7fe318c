import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { notificationsOf } from '#features/platform/notification-groups/server/index.ts'
import { defineNotification } from '#kit/server/notification.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { type MadeAccount, makeAccount, type TestUser, userWith } from '#test/factories.ts'
import type { Json } from '#test/support-app.ts'

let app: TestApp
let admin: TestUser
let user: TestUser
let other: TestUser
let acme: MadeAccount
let service: Server
let origin: string
let status = 201
let received: { request: IncomingMessage; body: Buffer }[] = []

/** The browser's side of a subscription. */
const browser = createECDH('prime256v1')
browser.generateKeys()
const auth = randomBytes(16)
const keys = { p256dh: browser.getPublicKey('base64url'), auth: auth.toString('base64url') }

beforeAll(async () => {
  service = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    received.push({ request, body: Buffer.concat(parts) })
    response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => service.once('listening', resolve))
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  app = await testApp({ env: { RATE_LIMITS: 'off', PRIVATE_HOSTS: new URL(origin).host } })
  acme = await makeAccount(app, 'acme')
  admin = await userWith(app, 'ADMIN')
  user = await userWith(app, 'USER', acme)
  other = await userWith(app, 'USER', acme)
})
beforeEach(() => {
  received = []
  status = 201
})
afterAll(async () => {
  await app.close()
  service.close()
})

async function call(by: TestUser, method: string, path: string, body?: unknown) {
  const response = await fetch(`${app.url}/api${path}`, {
    method,
    headers: { ...by.headers, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: (text ? JSON.parse(text) : undefined) as Json }
}
const subscribe = (by: TestUser, endpoint: string) => call(by, 'POST', '/users/me/push', { endpoint, keys })

async function announce(title: string, more = {}) {
  const categoryId = (await call(admin, 'GET', '/announcements/categories')).body._embedded!.categories![0]!.id
  const body = {
    title,
    message: 'A secret detail of the work.',
    type: 'info',
    deliveryMethod: 'BellAlert',
    categoryId,
    recipientsType: 'FILTER',
    recipients: { accounts: ['acme'] },
    ...more,
  }
  expect((await call(admin, 'POST', '/announcements', body)).status).toBe(201)
  return String(categoryId)
}

function decrypted(body: Buffer): unknown {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body[20]!)
  const encrypted = body.subarray(21 + body[20]!)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender])
  const input = Buffer.from(hkdfSync('sha256', browser.computeSecret(sender), auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', input, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', input, salt, 'Content-Encoding: nonce\0', 12))
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(encrypted.subarray(-16))
  const text = Buffer.concat([decipher.update(encrypted.subarray(0, -16)), decipher.final()])
  expect(text.at(-1)).toBe(2)
  return JSON.parse(text.subarray(0, -1).toString())
}

test('notifications are off until an administrator switches them on', async () => {
  expect((await call(user, 'GET', '/users/me/push-key')).body).toEqual({ publicKey: null })
  expect((await subscribe(user, `${origin}/a`)).body.code).toBe('push-off')
  const changed = await fetch(`${app.url}/api/settings`, {
    method: 'PUT',
    headers: { ...admin.headers, 'content-type': 'application/json', 'if-match': '*' },
    body: JSON.stringify({ values: { 'notifications.push': 'on' } }),
  })
  expect(changed.status).toBe(200)
  // A changed setting applies once its event is handled.
  await expect
    .poll(async () => String((await call(user, 'GET', '/users/me/push-key')).body.publicKey))
    .toMatch(/^B[\w-]{86}$/)
})

test('a subscribed browser gets the title and the link of an announcement, encrypted and signed, once', async () => {
  expect((await subscribe(user, `${origin}/a`)).status).toBe(204)
  await announce('Planned work', { link: '/support' })
  await expect.poll(() => received.length).toBe(1)
  const { request, body } = received[0]!
  expect(decrypted(body)).toEqual({ title: 'Planned work', text: '', link: `${app.portal.publicUrl()}/support` })
  expect([request.url, request.headers['content-encoding'], request.headers.ttl]).toEqual(['/a', 'aes128gcm', '86400'])
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(String(request.headers.authorization)) ?? []
  expect(key).toBe((await call(user, 'GET', '/users/me/push-key')).body.publicKey)
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const { payload } = await jwtVerify(token, createLocalJWKSet({ keys: [jwk] }), { audience: origin })
  expect(payload.sub).toMatch(/^https:/)
})

test('any notification is pushed, with its title, what it says and where it leads, and is dropped when it is taken back', async () => {
  await subscribe(user, `${origin}/a`)
  const { db, notifier } = app.portal
  const kind = defineNotification('test.pushed', {
    group: notificationsOf.approvals,
    title: '{what} waits for approval',
    text: 'Approve or reject it.',
  })
  const notify = (what: string) =>
    inTransaction(db, (tx) =>
      notifier.notify(tx, kind, {
        to: [{ userId: user.id }, { userId: other.id }],
        values: { what },
        link: '/software',
        key: what,
        thread: 'test',
      }),
    )
  await notify('Release 7')
  await notify('Release 7')
  await expect.poll(() => received.length).toBe(1)
  const message = { title: 'Release 7 waits for approval', text: 'Approve or reject it.', link: `${app.url}/software` }
  expect(decrypted(received[0]!.body)).toEqual(message)
  // In quiet hours it waits, and what is taken back meanwhile is not sent.
  const quiet = { from: '00:00', until: '23:59' }
  const hours = { digestHour: 8, digestDay: 'MO', quiet }
  expect((await call(user, 'POST', '/announcements/settings', { hours })).status).toBe(200)
  await notify('Release 8')
  const waiting = () =>
    sql`select from graphile_worker._private_jobs where payload ->> 'key' = 'test.pushed Release 8'`
      .execute(db)
      .then(({ rows }) => rows.length)
  expect(await waiting()).toBe(1)
  expect(await inTransaction(db, (tx) => notifier.takeBack(tx, { thread: 'test', keys: ['Release 8'] }))).toHaveLength(
    2,
  )
  expect(await waiting()).toBe(0)
  expect((await call(user, 'POST', '/announcements/settings', { hours: { ...hours, quiet: null } })).status).toBe(200)
})

test('a category that is switched off for browsers, and blocked notifications, are not sent', async () => {
  const categoryId = await announce('Seen by both')
  await expect.poll(() => received.length).toBe(1)
  await call(user, 'POST', '/announcements/settings', { settings: [{ categoryId, push: false }] })
  await announce('In the inbox alone')
  // Whether a browser is notified is decided at delivery, so the setting changes only after it.
  await expect
    .poll(async () => JSON.stringify((await call(user, 'GET', '/announcements/inbox')).body))
    .toContain('In the inbox alone')
  await call(user, 'POST', '/announcements/settings', { settings: [{ categoryId, push: true }] })
  await announce('Seen again')
  await expect
    .poll(() => received.map(({ body }) => (decrypted(body) as { title: string }).title))
    .toEqual(['Seen by both', 'Seen again'])
})

test('a busy push service is tried again; a browser that it no longer knows is forgotten', async () => {
  status = 503
  await announce('Later')
  await expect.poll(() => received.length).toBeGreaterThan(0)
  status = 201
  await app.portal.pool.query(
    `update graphile_worker._private_jobs set run_at = now() where attempts > 0 and locked_at is null`,
  )
  await expect.poll(() => received.length).toBeGreaterThan(1)
  status = 410
  await announce('Gone')
  const count = async () =>
    (await app.portal.pool.query<{ count: number }>('select count(*)::int as count from push_subscriptions')).rows[0]!
      .count
  await expect.poll(count).toBe(0)
})

test('subscriptions are one’s own; wrong addresses and keys are rejected at the field', async () => {
  const endpoint = `${origin}/b`
  expect((await subscribe(user, endpoint)).status).toBe(204)
  expect((await call(other, 'DELETE', '/users/me/push', { endpoint })).status).toBe(404)
  expect((await call(user, 'DELETE', '/users/me/push', { endpoint })).status).toBe(204)
  const rejected = async (body: unknown) =>
    ((await call(user, 'POST', '/users/me/push', body)).body.fields ?? []).map(({ path }) => String(path))
  expect(await rejected({ endpoint: 'https://10.0.0.1/x', keys })).toEqual(['endpoint'])
  expect(await rejected({ endpoint, keys: { ...keys, p256dh: 'AAAA' } })).toEqual(['keys.p256dh'])
  expect(await rejected({ endpoint, keys: { ...keys, auth: 'AAAA' } })).toEqual(['keys.auth'])
})

import { createECDH, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notifiedOf } from '#test/notified.ts'
import { type SoftwareDesk, type SoftwareName, softwareApp } from '#test/software-app.ts'

const url = '/api/bundle-releases'
let desk: SoftwareDesk
let service: Server
let origin: string
const pushed: string[] = []

beforeAll(async () => {
  service = createServer((request, response) => {
    pushed.push(request.url!)
    request.resume().on('end', () => response.writeHead(201).end())
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => service.once('listening', resolve))
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  desk = await softwareApp({ env: { PRIVATE_HOSTS: new URL(origin).host } })
})
afterAll(async () => {
  await desk.close()
  service.close()
})

const waiting = (release: string) => notifiedOf(desk.portal.pool, 'release.waits', `release-${release}`)
const addresses = (...names: SoftwareName[]) => names.map((name) => desk.users[name].email).sort()
async function released(name: SoftwareName = 'rita'): Promise<string> {
  const bundle = await desk.bundle()
  await desk.upload(bundle, 'core.bin', `bytes of ${bundle}`)
  const made = await desk.call(name, 'POST', `${url}?bundleId=${bundle}`, { name: 'Upgrade', account: 'acme' })
  expect(made.status).toBe(201)
  return String(made.body.id)
}

test('those who may approve a release are notified, without its creator, until it is decided', async () => {
  const page = await desk.live('anton')
  await page.subscribe('n', '/user/topic/notifications')
  const release = await released()
  expect(await waiting(release)).toEqual(addresses('abel', 'ada', 'anton'))
  await page.until(({ body }) => String(body).includes('"notified"'))
  const { rows } = await desk.portal.pool.query(
    `select n.title, n.link, m.subject from notifications n join mail_outbox m on m.key = 'release.waits ' || n.key || ' ' || n.user_id
    where n.user_id = $1 and n.thread = $2`,
    [desk.users.anton.id, `release-${release}`],
  )
  const title = expect.stringMatching(/^Upgrade for .+ waits for approval$/)
  expect(rows).toEqual([{ title, subject: title, link: expect.stringMatching(/^\/software\/bundles\/\d+$/) }])
  await desk.deliver(release)
  await expect.poll(() => waiting(release)).toEqual([])
  await page.until(({ body }) => String(body).includes('"changed"'))

  const own = await released('ada')
  expect(await waiting(own)).toEqual(addresses('abel', 'anton'))
  expect((await desk.call('anton', 'POST', `${url}/${own}/reject`, { note: 'Not this one' })).status).toBe(200)
  await expect.poll(() => waiting(own)).toEqual([])
  expect(await notifiedOf(desk.portal.pool, 'release.rejected')).toEqual(addresses('ada'))

  const deleted = await released()
  expect((await desk.call('ada', 'DELETE', `${url}/${deleted}`)).status).toBe(204)
  await expect.poll(() => waiting(deleted)).toEqual([])
})

test('a browser of an approver is notified of a release that waits, and its creator’s is not', async () => {
  const on = await desk.call(
    'ada',
    'PUT',
    '/api/settings',
    { values: { 'notifications.push': 'on' } },
    { 'if-match': '*' },
  )
  expect(on.status).toBe(200)
  const browser = createECDH('prime256v1')
  browser.generateKeys()
  const keys = { p256dh: browser.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') }
  // A changed setting applies once its event is handled.
  for (const name of ['anton', 'rita'] as const)
    await expect
      .poll(
        async () =>
          (await desk.call(name, 'POST', '/api/users/me/push', { endpoint: `${origin}/${name}`, keys })).status,
      )
      .toBe(204)
  const release = await released()
  await expect.poll(() => pushed).toEqual(['/anton'])
  await desk.deliver(release)
  expect(pushed).toEqual(['/anton'])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Member, type UserManagementApp, userManagementApp } from '#test/user-management-app.ts'

let office: UserManagementApp
beforeAll(async () => {
  office = await userManagementApp()
})
afterAll(() => office.close())

/** A PNG header with the given size, and a text chunk that must be removed. */
function png(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    return Buffer.concat([length, Buffer.from(name), data, Buffer.alloc(4)])
  }
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width)
  size.writeUInt32BE(height, 4)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    signature,
    chunk('IHDR', size),
    chunk('tEXt', Buffer.from('taken at home')),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

async function put(as: Member, bytes: Buffer | string, { account = 'acme', part = 'file', name = 'logo.png' } = {}) {
  const form = new FormData()
  form.append(part, new Blob([new Uint8Array(Buffer.from(bytes))]), name)
  const { headers } = office.users[as]
  const response = await fetch(`${office.url}/api/accounts/${account}/logo`, { method: 'PUT', headers, body: form })
  return { status: response.status, body: (await response.json()) as { url?: string; code?: string } }
}
const show = (as: Member, path: string) => fetch(office.url + path, { headers: office.users[as].headers })

test("the account's manager sets the logo; its users see it without the editor's metadata; it can be removed", async () => {
  const { status, body } = await put('acmeManager', png(64, 32))
  expect(status).toBe(200)
  const shown = await show('acmeUser', body.url!)
  expect([shown.status, shown.headers.get('content-type'), shown.headers.get('content-security-policy')]).toEqual([
    200,
    'image/png',
    expect.stringContaining('sandbox'),
  ])
  const bytes = Buffer.from(await shown.arrayBuffer())
  expect(bytes.includes('taken at home')).toBe(false)
  expect((await office.call('staff', 'GET', '/accounts/acme')).body.logo).toBe(body.url)
  expect((await show('blueUser', body.url!)).status).toBe(404)
  expect((await office.call('acmeManager', 'DELETE', '/accounts/acme/logo')).status).toBe(204)
  expect((await show('acmeUser', body.url!)).status).toBe(404)
  expect((await office.call('staff', 'GET', '/accounts/acme')).body.logo).toBeNull()
})

test('a file that is no image, too large, or not theirs to set is rejected', async () => {
  for (const [bytes, options] of [
    ['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', { name: 'logo.svg' }],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', { name: 'logo.png' }],
    [png(2049, 10), {}],
    [png(10, 60_000), {}],
    [png(0, 0), {}],
    [png(64, 64).subarray(0, 20), {}],
    [Buffer.concat([png(64, 64), Buffer.alloc(1_100_000)]), {}],
    [png(64, 64), { part: 'picture' }],
    ['', {}],
  ] as const) {
    const { status, body } = await put('acmeManager', bytes as Buffer, options)
    expect([bytes.length, status, body.code]).toEqual([bytes.length, 422, 'invalid-logo'])
  }
  expect((await put('acmeUser', png(64, 64))).status).toBe(403)
  expect((await put('acmeManager', png(64, 64), { account: 'blue' })).status).toBe(404)
  const plain = await office.call('acmeManager', 'PUT', '/accounts/acme/logo', { file: 'x' })
  expect([plain.status, plain.status < 500]).toEqual([plain.status, true])
})

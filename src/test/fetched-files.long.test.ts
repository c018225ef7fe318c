import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuildServer, openAuthority, openBuildServer } from './build-server.ts'
import { openProduct, type Product } from './product-process.ts'
import { smallWorld } from './small-world.ts'
import { sha256, until } from './software-app.ts'

/**
 * The product as a separate process, because only so can the operator make it trust an authority (NODE_EXTRA_CA_CERTS).
 */
let product: Product
let folder: string
let token: string
let bundleId: unknown
let builds: BuildServer
let unknown: BuildServer
let misnamed: BuildServer
let elsewhere: BuildServer

const bytes = randomBytes(3_000_000)
let slow: ServerResponse | undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headend-fetch-'))
  const [authority, stranger] = await Promise.all([openAuthority(), openAuthority()])
  const credential = await authority.certify('localhost')
  builds = await openBuildServer(credential, respond)
  elsewhere = await openBuildServer(credential, respond)
  misnamed = await openBuildServer(await authority.certify('builds.example'), respond)
  unknown = await openBuildServer(await stranger.certify('localhost'), respond)
  await writeFile(join(folder, 'authority.pem'), authority.pem)
  product = await openProduct({
    DEMO: 'off',
    UPLOAD_LIMIT_GB: '1',
    NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem'),
    FETCH_HOSTS: [builds.host, misnamed.host, unknown.host, builds.host.replace('localhost', '127.0.0.1')].join(),
    PRIVATE_HOSTS: [builds.host, misnamed.host, unknown.host, elsewhere.host].join(),
  })
  await product.query(smallWorld)
  token = product.tokenOf('claire.fontaine@harmonic.example')
  bundleId = (await call('POST', '/api/bundles', { name: 'Fetched', deploymentType: 'DOCSIS' })).body.id
})
afterAll(async () => {
  for (const server of [builds, elsewhere, misnamed, unknown]) server.close()
  await product.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** The response of the build server for each path. */
function respond(path: string, response: ServerResponse): void {
  const half = bytes.subarray(0, 1_500_000)
  const behaviours: Record<string, () => unknown> = {
    '/whole.bin': () => response.setHeader('content-length', bytes.length).end(bytes),
    '/chunked.bin': () => response.write(half, () => response.end(bytes.subarray(half.length))),
    '/away.bin': () => response.writeHead(302, { location: `https://${elsewhere.host}/whole.bin` }).end(),
    '/gone.bin': () => response.writeHead(404).end('no such file'),
    '/empty.bin': () => response.end(),
    '/cut.bin': () => {
      response.setHeader('content-length', bytes.length)
      response.write(half, () => response.destroy())
    },
    '/cut-chunked.bin': () => response.write(half, () => response.destroy()),
    '/huge.bin': () => response.setHeader('content-length', 2 * 1024 ** 3).flushHeaders(),
    '/more-than-said.bin': () => {
      response.socket?.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n')
      response.socket?.end(bytes)
    },
    '/slow.bin': () => {
      if (slow) return response.end(bytes)
      slow = response
      response.write(half)
    },
  }
  behaviours[path]?.()
}

async function call(method: string, path: string, body?: object | FormData) {
  const response = await fetch(`${product.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && !(body instanceof FormData) ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: body instanceof FormData ? body : JSON.stringify(body) } : {}),
  })
  return { status: response.status, body: (await response.json().catch(() => ({}))) as Record<string, unknown> }
}

let files = 0
const reserve = (url: string, more: object = {}) =>
  call('POST', '/api/box/file/upload/reservation', {
    bundleId,
    fileName: `fetched-${++files}.bin`,
    sourceType: 'URL',
    url,
    ...more,
  })

/** Has a file fetched; returns its id. */
async function begin(url: string, more: object = {}): Promise<string> {
  const { fileId } = (await reserve(url, more)).body
  const form = new FormData()
  form.append('request', JSON.stringify({ sourceType: 'URL' }))
  expect((await call('POST', `/api/box/file/upload/${fileId}`, form)).status).toBe(200)
  return String(fileId)
}

const ended = (fileId: string) =>
  until(async () => {
    const { body } = await call('GET', `/api/box/file/upload/${fileId}/status`)
    return ['DONE', 'FAILED', 'CANCELLED'].includes(String(body.state)) ? body : undefined
  })

test.each(['/whole.bin', '/chunked.bin'])(
  '%s is fetched over https, completely, and is a file of the bundle',
  async (path) => {
    const promised = path === '/whole.bin' ? { sha256: sha256(bytes) } : {}
    const fileId = await begin(`https://${builds.host}${path}`, promised)
    expect(await ended(fileId)).toMatchObject({ state: 'DONE', size: bytes.length, digest: sha256(bytes), error: null })
    const download = await fetch(`${product.url}/api/box/file/upload/${fileId}/download`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(sha256(Buffer.from(await download.arrayBuffer()))).toBe(sha256(bytes))
  },
)

test('a failed fetch ends with its reason, and nothing of it is stored', async () => {
  const broken: readonly (readonly [string, string, object?])[] = [
    [`${builds.host}/away.bin`, 'responded with status 302'],
    [`${builds.host}/gone.bin`, 'responded with status 404'],
    [`${builds.host}/empty.bin`, 'The file is empty.'],
    [`${builds.host}/cut.bin`, 'closed the connection before the file was whole'],
    [`${builds.host}/cut-chunked.bin`, 'closed the connection before the file was whole'],
    [`${builds.host}/huge.bin`, 'larger than the limit (1073741824 bytes)'],
    [
      `${builds.host}/more-than-said.bin`,
      `have SHA-256 ${sha256(bytes.subarray(0, 1_000))}`,
      { sha256: sha256(bytes) },
    ],
    [`${unknown.host}/whole.bin`, 'cannot be reached: '],
    [`${misnamed.host}/whole.bin`, 'cannot be reached: ERR_TLS_CERT_ALTNAME_INVALID'],
  ]
  const ids = await Promise.all(broken.map(([address, , more]) => begin(`https://${address}`, more)))
  const found = await Promise.all(ids.map(ended))
  expect(found.map(({ state, error }, index) => [broken[index]![0], state, error])).toEqual(
    broken.map(([address, reason]) => [address, 'FAILED', expect.stringContaining(reason)]),
  )
  // That is deleted after the end was reported.
  await expect.poll(() => readdir(join(product.data, 'files', 'uploads'))).toEqual([])
  expect([elsewhere.requests, unknown.requests, misnamed.requests]).toEqual([[], [], []])
  const { body } = await call('GET', `/api/bundle-component-files?bundleId=${bundleId}&size=1000`)
  expect(JSON.stringify(body)).not.toMatch(new RegExp(ids.join('|')))
})

test('a private host that the operator did not name as both kinds is rejected at once', async () => {
  for (const [host, why] of [
    [elsewhere.host, 'FETCH_HOSTS'],
    [builds.host.replace('localhost', '127.0.0.1'), 'PRIVATE_HOSTS'],
  ] as const) {
    const { status, body } = await reserve(`https://${host}/whole.bin`)
    expect([status, body.code, body.detail]).toEqual([400, 'source-not-available', expect.stringContaining(why)])
  }
})

test('kill -9 in the middle of a fetch: it restarts automatically and completes', async () => {
  const fileId = await begin(`https://${builds.host}/slow.bin`)
  await until(async () => {
    const { body } = await call('GET', `/api/box/file/upload/${fileId}/status`)
    return Number(body.received) > 0 || undefined
  })
  product.kill()
  slow?.destroy()
  await product.start()
  expect(await ended(fileId)).toMatchObject({ state: 'DONE', digest: sha256(bytes) })
})

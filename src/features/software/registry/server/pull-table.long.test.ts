import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAccount } from '#test/factories.ts'
import { imageOf, layoutOf, tarOf } from '#test/image-archives.ts'
import { type SoftwareDesk, softwareApp } from '#test/software-app.ts'
import { registrySecrets } from './credential-secrets.ts'
import { type Bearer, signToken, TOKEN_SECONDS } from './registry-token.ts'

const [ACCOUNTS, BUNDLES, IN_BUNDLE] = [20, 10, 10]
/** Its downloads are withdrawn. */
const WITHDRAWN = 9
const images = Array.from({ length: BUNDLES * IN_BUNDLE }, (_, index) => ({
  repository: `table/i${index}`,
  made: imageOf(`image ${index}`),
}))
/** Of an account: bundles that are delivered, wait for approval, and were delivered and deleted. */
const bundlesOf = (account: number) => {
  const [one, other, waiting, deleted] = [0, 3, 6, 9].map((step) => (account + step) % BUNDLES) as [
    number,
    number,
    number,
    number,
  ]
  return { delivered: [one, other], waiting, deleted: account < 5 ? deleted : undefined }
}

let desk: SoftwareDesk
const bundles: string[] = []
/** The delivered releases of an account, by bundle. */
const releases: Map<number, string>[] = []
const logins: { readonly id: string; readonly basic: string }[] = []

beforeAll(async () => {
  desk = await softwareApp()
  for (let bundle = 0; bundle < BUNDLES; bundle += 1) {
    const inside = images.slice(bundle * IN_BUNDLE, (bundle + 1) * IN_BUNDLE)
    const layout = layoutOf(Object.fromEntries(inside.map(({ repository, made }) => [`${repository}:1`, made])))
    bundles.push(await desk.bundle(`Table ${bundle}`))
    await desk.upload(bundles[bundle]!, 'images.tar', await tarOf(layout), { componentType: 'container' })
  }
  for (let account = 0; account < ACCOUNTS; account += 1) {
    await makeAccount(desk.app, nameOf(account))
    const { delivered, waiting, deleted } = bundlesOf(account)
    await desk.release(bundles[waiting]!, nameOf(account))
    const made = await Promise.all(
      [...delivered, ...(deleted === undefined ? [] : [deleted])].map(async (bundle): Promise<[number, string]> => {
        const release = await desk.release(bundles[bundle]!, nameOf(account))
        expect((await desk.deliver(release)).status).toBe('DELIVERED')
        return [bundle, release]
      }),
    )
    releases.push(new Map(made))
    if (deleted !== undefined) await remove(account, deleted)
    logins.push(await credential(account))
  }
  await withdraw(WITHDRAWN)
})
afterAll(() => desk.close())

const nameOf = (account: number) => `account-${account}`

async function remove(account: number, bundle: number): Promise<void> {
  const deleted = await desk.call('ada', 'DELETE', `/api/bundle-releases/${releases[account]!.get(bundle)}`)
  expect(deleted.status, deleted.text).toBe(204)
}

async function withdraw(bundle: number): Promise<void> {
  const body = { reason: 'recall', withdrawDownloads: true }
  const held = await desk.call('rita', 'POST', `/api/bundles/${bundles[bundle]}/hold`, body)
  expect(held.status, held.text).toBe(200)
}

async function credential(account: number) {
  const wanted = { account: nameOf(account), name: 'site', days: 30 }
  const { body } = await desk.call('rita', 'POST', '/api/registry/credentials', wanted)
  const query = `account=${nameOf(account)}&decodeKey=true`
  const { body: login } = await desk.call('rita', 'GET', `/api/ecr/credentials?${query}`)
  const basic = Buffer.from(`${login.username}:${login.secret}`).toString('base64')
  return { id: String(body.id), basic }
}

async function tokenOf(account: number): Promise<string> {
  const headers = { authorization: `Basic ${logins[account]!.basic}` }
  const response = await fetch(`${desk.url}/api/registry/token`, { headers })
  return ((await response.json()) as { token: string }).token
}

const kinds = ['tag', 'digest', 'blob'] as const
type Kind = (typeof kinds)[number]

/** `#` where the image is pulled with its own digest, `.` where it is as if it were not there. */
async function pull(token: string, index: number, kind: Kind, repository = images[index]!.repository): Promise<string> {
  const { digest, blobs } = images[index]!.made
  const wanted = kind === 'blob' ? [...blobs.keys()][0] : digest
  const part = kind === 'tag' ? 'manifests/1' : `${kind === 'blob' ? 'blobs' : 'manifests'}/sha256:${wanted}`
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${desk.url}/v2/${repository}/${part}`, { headers })
  await response.arrayBuffer()
  if (response.status === 404) return '.'
  const isRight = response.status === 200 && response.headers.get('docker-content-digest') === `sha256:${wanted}`
  return isRight ? '#' : `(${response.status})`
}

async function rowOf(token: string, kind: Kind): Promise<string> {
  const cells: string[] = []
  for (let at = 0; at < images.length; at += IN_BUNDLE)
    cells.push(...(await Promise.all(images.slice(at, at + IN_BUNDLE).map((_, near) => pull(token, at + near, kind)))))
  return cells.join('')
}

test('100 images and 20 accounts: each pulls the images of its delivered releases, by tag, digest and blob, and no other', async () => {
  const table: string[] = []
  const expected: string[] = []
  for (let account = 0; account < ACCOUNTS; account += 1) {
    const token = await tokenOf(account)
    const allowed = bundlesOf(account).delivered.filter((bundle) => bundle !== WITHDRAWN)
    const row = images.map((_, index) => (allowed.includes(Math.floor(index / IN_BUNDLE)) ? '#' : '.')).join('')
    for (const kind of kinds) {
      expected.push(`${nameOf(account)} ${kind} ${row}`)
      table.push(`${nameOf(account)} ${kind} ${await rowOf(token, kind)}`)
    }
  }
  expect(table).toEqual(expected)
  const all = table.map((row) => row.split(' ').at(-1)).join('')
  expect([all.length, all.replaceAll('.', '').length]).toEqual([6_000, 1_080])
})

test('a blob is not found through the repository of another image, though the account may pull both', async () => {
  const token = await tokenOf(0)
  expect([await pull(token, 0, 'blob'), await pull(token, 1, 'blob')]).toEqual(['#', '#'])
  expect(await pull(token, 0, 'blob', images[1]!.repository)).toBe('.')
  expect(await pull(token, 0, 'digest', images[1]!.repository)).toBe('.')
})

test('deletion, withdrawn downloads and revocation count at the next request, also with a token from before', async () => {
  const cells = (token: string, index: number) => Promise.all(kinds.map((kind) => pull(token, index, kind)))
  const token = await tokenOf(1)
  const [first, second] = bundlesOf(1).delivered.map((bundle) => bundle * IN_BUNDLE) as [number, number]
  expect([...(await cells(token, first)), ...(await cells(token, second))]).toEqual(Array(6).fill('#'))
  await remove(1, bundlesOf(1).delivered[0]!)
  expect(await cells(token, first)).toEqual(['.', '.', '.'])
  await withdraw(bundlesOf(1).delivered[1]!)
  expect(await cells(token, second)).toEqual(['.', '.', '.'])
  const other = await tokenOf(2)
  const own = bundlesOf(2).delivered[0]! * IN_BUNDLE
  expect(await cells(other, own)).toEqual(['#', '#', '#'])
  await desk.call('rita', 'DELETE', `/api/registry/credentials/${logins[2]!.id}`)
  expect(await cells(other, own)).toEqual(['.', '.', '.'])
})

test('a token of another service or key, an expired one, and one without a signature are rejected', async () => {
  const host = new URL(desk.url).host
  const key = await registrySecrets(desk.portal).tokenKey()
  const bearer: Bearer = { credential: Number(logins[0]!.id), previous: false }
  const signed = (of: { host?: string; key?: Buffer; at?: number } = {}) =>
    signToken(of.key ?? key, { host: of.host ?? host, subject: 'account-0+site', bearer, access: [] }, of.at)
  const now = Math.floor(Date.now() / 1000)
  const [, payload = '', signature = ''] = signed().split('.')
  const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
  expect(await pull(signed(), 0, 'tag')).toBe('#')
  for (const [what, token] of Object.entries({
    'of another service': signed({ host: 'registry.example.com' }),
    'of another key': signed({ key: Buffer.alloc(32, 7) }),
    expired: signed({ at: now - TOKEN_SECONDS - 1 }),
    'not valid yet': signed({ at: now + 600 }),
    'alg none': `${none}.${payload}.`,
    'alg none with a signature': `${none}.${payload}.${signature}`,
    'without a signature': `${signed().split('.').slice(0, 2).join('.')}.`,
  }))
    expect([what, await pull(token, 0, 'tag')]).toEqual([what, '(401)'])
})

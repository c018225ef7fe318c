import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { haveDebianPrograms } from '#test/debian-packages.ts'
import { imageOf, indexOf, layoutOf, type MadeImage, tarOf } from '#test/image-archives.ts'
import { freePort } from '#test/product-process.ts'
import { type RealRegistry, startDockerRegistry } from '#test/real-docker-registry.ts'
import { type HeldRegistry, startHeldRegistry } from '#test/registry/held-registry.ts'
import { pullWithSkopeo } from '#test/registry/pull-with-skopeo.ts'
import { type SoftwareDesk, type SoftwareName, softwareApp } from '#test/software-app.ts'
import { rowsOf } from '#test/support-app.ts'

const run = promisify(execFile)
const canRun = haveDebianPrograms(['docker-registry', 'skopeo'], ['docker-registry', 'skopeo'])
const CONNECTION = '/api/connections/registry:shared'
const both = indexOf([imageOf('customers amd64'), imageOf('customers arm64', 'arm64')])
const blobsOf = ({ blobs }: MadeImage) => [...blobs].flatMap(([digest, bytes]) => (isManifest(bytes) ? [] : [digest]))

type Login = { readonly username: string; readonly secret: string; readonly id: string }

describe.skipIf(!canRun)('a docker-registry that customers pull from', () => {
  let desk: SoftwareDesk
  let registry: RealRegistry
  let proxy: HeldRegistry
  let acme: Login
  let blue: Login
  let bundle: string
  let release: string

  beforeAll(async () => {
    desk = await softwareApp({ env: { PRIVATE_HOSTS: '127.0.0.1,localhost' } })
    const port = await freePort()
    proxy = await startHeldRegistry(`http://127.0.0.1:${port}`)
    registry = await startDockerRegistry({ port, tokens: { portal: desk.url, service: proxy.host } })
    const settings = { url: proxy.url, customers: 'REGISTRY' }
    const made = await desk.call('ada', 'POST', '/api/connections', { port: 'registry', system: 'oci', settings })
    expect(made.status, made.text).toBe(201)
    acme = await credential('uma', 'acme')
    blue = await credential('bob', 'blue')
    bundle = await bundleWith({ 'cos/us-scheduler:3.25.1': both })
    release = await desk.release(bundle)
  })
  afterAll(async () => {
    await desk?.close()
    await proxy?.close()
    await registry?.close()
  })

  async function bundleWith(images: Readonly<Record<string, MadeImage>>): Promise<string> {
    const id = await desk.bundle()
    await desk.upload(id, 'images.tar', await tarOf(layoutOf(images)), { componentType: 'container' })
    return id
  }

  async function credential(user: SoftwareName, account: string): Promise<Login> {
    const name = `key-${Math.random().toString(36).slice(2, 8)}`
    const { body } = await desk.call(user, 'POST', '/api/registry/credentials', { account, name, days: 90 })
    const query = `account=${account}&credential=${body.id}&decodeKey=true`
    const { body: login } = await desk.call(user, 'GET', `/api/ecr/credentials?${query}`)
    expect(login).toMatchObject({ storage: 'REGISTRY', host: proxy.host })
    return { id: String(body.id), username: String(login.username), secret: String(login.secret) }
  }

  async function tokenOf({ username, secret }: Login, repository: string, service = proxy.host) {
    const query = new URLSearchParams({ service, scope: `repository:${repository}:pull,push` })
    const authorization = `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`
    const response = await fetch(`${desk.url}/api/registry/token?${query}`, { headers: { authorization } })
    return { status: response.status, token: ((await response.json()) as { token: string }).token }
  }

  /** What the registry itself returns for a part of a repository; 401 also where the portal gives no token. */
  async function pull(login: Login, repository: string, part: string): Promise<number> {
    const { status, token } = await tokenOf(login, repository)
    return status === 200 ? ask(token, repository, part) : status
  }

  async function ask(token: string, repository: string, part: string): Promise<number> {
    const accept = 'application/vnd.oci.image.index.v1+json, application/vnd.oci.image.manifest.v1+json'
    const headers = { authorization: `Bearer ${token}`, accept }
    return (await fetch(`${registry.url}/v2/${repository}/${part}`, { headers })).status
  }

  /** The requests to the registry since the last call of this. */
  function requests(of: RegExp): string[] {
    return proxy.requests.map(({ what }) => what).filter((what) => of.test(what))
  }

  const parts = ['manifests/3.25.1', `manifests/sha256:${both.digest}`, `blobs/sha256:${blobsOf(both)[0]}`]
  const allOf = async (login: Login, repository: string) =>
    Promise.all(parts.map((part) => pull(login, repository, part)))

  test('the connection is tested with a token of the portal, and a registry with another sign-in is named', async () => {
    expect((await desk.call('ada', 'POST', `${CONNECTION}/test`)).status).toBe(200)
    const open = await startDockerRegistry()
    await desk.call('ada', 'PATCH', CONNECTION, { settings: { url: open.url } })
    const tested = await desk.call('ada', 'POST', `${CONNECTION}/test`)
    expect(tested.text).toContain('does not name this portal as its token server')
    await desk.call('ada', 'PATCH', CONNECTION, { settings: { url: proxy.url } })
    await open.close()
  })

  test('a delivery copies each blob once into the repository of the account, as a step of its own', async () => {
    proxy.requests.length = 0
    const { approval, status } = await desk.deliver(release)
    expect(status).toBe('DELIVERED')
    expect(approval?.steps).toEqual(
      ['check', 'copy', 'sign', 'deliver'].map((name) => ({ name, state: 'DONE', attempts: 1, error: null })),
    )
    const repository = `acme/cos/us-scheduler/${release}`
    for (const digest of blobsOf(both))
      expect(requests(new RegExp(`^PUT /v2/${repository}/blobs/uploads/.*digest=sha256%3A${digest}`))).toHaveLength(1)
    expect(requests(/^PUT .*\/blobs\//)).toHaveLength(4)
    expect(requests(/^PUT .*\/manifests\//)).toHaveLength(3)
    expect(requests(/mount=/)).toEqual([])
  })

  test('registry-details has the address of the registry, from which skopeo copies with equal digests', async () => {
    const query = `detailsType=SKOPEO&credential=${acme.id}`
    const { body } = await desk.call('uma', 'GET', `/api/bundle-releases/${release}/registry-details?${query}`)
    const repository = `acme/cos/us-scheduler/${release}`
    const digest = `sha256:${both.digest}`
    const pullCommand = `skopeo copy --all docker://${proxy.host}/${repository}@${digest} oci:us-scheduler:3.25.1`
    expect(body).toMatchObject({ storage: 'REGISTRY', host: proxy.host, username: acme.username })
    expect(body.commands).toMatchObject([{ command: expect.stringContaining(`skopeo login ${proxy.host} -u acme+`) }])
    expect(body.images).toMatchObject([{ repository, digest, pullCommand }])
    expect(await pullWithSkopeo(pullCommand, acme)).toBe(digest)
    const creds = ['--creds', `${acme.username}:${acme.secret}`, '--tls-verify=false']
    const tags = await run('skopeo', ['list-tags', ...creds, `docker://${proxy.host}/${repository}`])
    expect(JSON.parse(tags.stdout).Tags).toEqual(['3.25.1'])
    await expect(pullWithSkopeo(pullCommand, blue)).rejects.toThrow(/denied|unauthorized|authentication required/i)
    const pulls = rowsOf(await desk.call('uma', 'GET', '/api/registry/pulls?account=acme'), 'pulls')
    expect(pulls).toContainEqual(expect.objectContaining({ repository, address: '127.0.0.1', denied: null, digest }))
    const after = await desk.call('uma', 'GET', `/api/bundle-releases/${release}/registry-details?${query}`)
    expect(after.body.images).toMatchObject([{ state: 'DOWNLOADED' }])
  })

  test('the release of another account mounts the blobs, and sends none', async () => {
    const id = await desk.release(bundle, 'blue')
    proxy.requests.length = 0
    expect((await desk.deliver(id)).status).toBe('DELIVERED')
    const from = encodeURIComponent(`acme/cos/us-scheduler/${release}`)
    for (const digest of blobsOf(both))
      expect(requests(new RegExp(`^POST .*mount=sha256%3A${digest}&from=${from}$`))).toHaveLength(1)
    expect(requests(/^(PATCH|PUT .*\/blobs\/)/)).toEqual([])
    expect(await allOf(blue, `blue/cos/us-scheduler/${id}`)).toEqual([200, 200, 200])
    expect(await allOf(acme, `blue/cos/us-scheduler/${id}`)).toEqual([401, 401, 401])
    expect(await allOf(blue, `acme/cos/us-scheduler/${release}`)).toEqual([401, 401, 401])
  })

  test('a copy that fails says why and delivers nothing, not what it copied either; the retry sends only the rest', async () => {
    const [first, second] = [imageOf('first of two'), imageOf('second of two')]
    const id = await desk.release(await bundleWith({ 'cos/a:1': first, 'cos/b:1': second }))
    proxy.failures.push({ of: /^PUT .*cos\/b.*\/manifests\/1/, status: 400 })
    proxy.requests.length = 0
    const { approval, status } = await desk.deliver(id)
    expect([status, approval?.state]).toEqual(['RELEASED', 'FAILED'])
    const error = `cos/b:1 was not copied to ${proxy.host}: OCI registry rejected: the disk is full`
    expect(approval?.steps).toMatchObject([
      { name: 'check', state: 'DONE' },
      { name: 'copy', state: 'FAILED', error, attempts: 1 },
      { name: 'sign', state: 'QUEUED' },
      { name: 'deliver', state: 'QUEUED' },
    ])
    expect(requests(/^PUT .*\/blobs\//)).toHaveLength(4)
    // The registry has it, but it is not delivered.
    expect(await pull(acme, `acme/cos/a/${id}`, 'manifests/1')).toBe(401)
    const early = await desk.call('rita', 'POST', `/api/bundle-releases/signature/${id}/retry`)
    expect(early.body.code).toBe('release-step-not-failed')
    proxy.requests.length = 0
    // One that passes is tried again without the user.
    proxy.failures.push({ of: /^PUT .*cos\/b.*\/manifests\/1/, status: 503 })
    expect((await desk.call('rita', 'POST', `/api/bundle-releases/${id}/retry`)).status).toBe(200)
    await expect
      .poll(async () => (await desk.call('rita', 'GET', `/api/bundle-releases/${id}`)).body)
      .toMatchObject({ status: 'DELIVERED' })
    expect(requests(/^(POST|PATCH|PUT .*\/blobs\/)/)).toEqual([])
    expect(requests(/^PUT .*cos\/b.*\/manifests\/1/)).toHaveLength(2)
    expect(await pull(acme, `acme/cos/a/${id}`, 'manifests/1')).toBe(200)
  })

  test('withdrawn downloads, deletion and revocation end the tokens', async () => {
    const id = await desk.release(bundle)
    await desk.deliver(id)
    const repository = `acme/cos/us-scheduler/${id}`
    const own = await credential('uma', 'acme')
    expect(await allOf(own, repository)).toEqual([200, 200, 200])
    await desk.call('rita', 'POST', `/api/bundles/${bundle}/hold`, { reason: 'recall', withdrawDownloads: true })
    expect(await allOf(own, repository)).toEqual([401, 401, 401])
    await desk.call('rita', 'POST', `/api/bundles/${bundle}/unhold`)
    expect(await allOf(own, repository)).toEqual([200, 200, 200])
    expect((await desk.call('ada', 'DELETE', `/api/bundle-releases/${id}`)).status).toBe(204)
    expect(await allOf(own, repository)).toEqual([401, 401, 401])
    expect(await allOf(own, `acme/cos/us-scheduler/${release}`)).toEqual([200, 200, 200])
    await desk.call('uma', 'DELETE', `/api/registry/credentials/${own.id}`)
    expect(await allOf(own, `acme/cos/us-scheduler/${release}`)).toEqual([401, 401, 401])
  })

  test('a token is for one registry, for a minute, and as it was signed', async () => {
    const repository = `acme/cos/us-scheduler/${release}`
    const { token } = await tokenOf(acme, repository)
    const [header = '', payload = '', signature = ''] = token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    expect(claims).toMatchObject({ aud: proxy.host, iss: new URL(desk.url).host, sub: acme.username })
    expect([claims.exp - claims.iat, claims.access]).toEqual([
      60,
      [{ type: 'repository', name: repository, actions: ['pull'] }],
    ])
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const wider = encode({ ...claims, access: [{ type: 'repository', name: 'acme/x', actions: ['pull', 'push'] }] })
    const own = await tokenOf(acme, repository, new URL(desk.url).host)
    for (const forged of [
      `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`,
      `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.${signature}`,
      `${header}.${wider}.${signature}`,
      own.token,
    ])
      expect(await ask(forged, repository, 'manifests/3.25.1')).toBe(401)
    expect(await ask(token, repository, 'manifests/3.25.1')).toBe(200)
    const v2 = await fetch(`${desk.url}/v2/`, { headers: { authorization: `Bearer ${token}` } })
    expect(v2.status).toBe(401)
  })

  test('release managers push to it and pick from it; copies for accounts are no products', async () => {
    const { email: username, token: secret } = desk.users.rita
    const login = ['--dest-creds', `${username}:${secret}`, '--dest-tls-verify=false']
    const from = ['--src-creds', `${acme.username}:${acme.secret}`, '--src-tls-verify=false']
    await run('skopeo', [
      ...['--insecure-policy', 'copy', '--all', ...from, ...login],
      `docker://${proxy.host}/acme/cos/us-scheduler/${release}:3.25.1`,
      `docker://${proxy.host}/cos-docsis/3.25/cli:3.25.1`,
    ])
    const products = rowsOf(await desk.call('rita', 'GET', '/api/ecr/registry/products'), 'products')
    expect(products).toEqual([{ product: 'cos-docsis', branches: [{ name: '3.25', versions: 1 }] }])
  })

  test('when the connection is deleted, the images are pulled from the portal', async () => {
    expect((await desk.call('ada', 'DELETE', CONNECTION)).status).toBe(204)
    const details = await desk.call('uma', 'GET', `/api/bundle-releases/${release}/registry-details`)
    const host = new URL(desk.url).host
    expect(details.body).toMatchObject({ storage: 'PORTAL', host, images: [{ repository: 'cos/us-scheduler' }] })
    const outside = await desk.call('uma', 'GET', '/api/ecr/credentials?account=acme&storage=REGISTRY')
    expect(outside.body.code).toBe('registry-not-connected')
    const { token } = await tokenOf(acme, 'cos/us-scheduler', host)
    const pulled = await fetch(`${desk.url}/v2/cos/us-scheduler/manifests/3.25.1`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(pulled.status).toBe(200)
    expect((await desk.deliver(await desk.release(bundle))).approval?.steps).toHaveLength(3)
  })
})

function isManifest(bytes: Buffer): boolean {
  return bytes.includes('"schemaVersion"')
}

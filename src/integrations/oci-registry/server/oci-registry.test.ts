import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { haveDebianPrograms } from '#test/debian-packages.ts'
import { type Fault, type FaultProxy, startFaultProxy } from '#test/directories/fault-proxy.ts'
import { imageOf, indexOf } from '#test/image-archives.ts'
import { pushImage } from '#test/push-image.ts'
import { type RealRegistry, startDockerRegistry } from '#test/real-docker-registry.ts'
import { imageSourceSuite } from '#test/registry/image-source-suite.ts'
import { type SoftwareDesk, softwareApp, until } from '#test/software-app.ts'
import { rowsOf } from '#test/support-app.ts'

const canRun = haveDebianPrograms(['docker-registry'], ['docker-registry'])
const [amd, arm] = [imageOf('outside amd64'), imageOf('outside arm64', 'arm64')]
const image = indexOf([amd, arm])
const id = 'registry:shared'

describe.skipIf(!canRun)('a connected docker-registry', () => {
  let desk: SoftwareDesk
  let registry: RealRegistry
  let proxy: FaultProxy

  beforeAll(async () => {
    desk = await softwareApp({ env: { PRIVATE_HOSTS: '127.0.0.1,localhost' } })
    registry = await startDockerRegistry()
    proxy = await startFaultProxy(registry.url)
    for (const tag of ['3.25.10', '3.25.9'])
      await pushImage(registry.url, image, { repository: 'cos-docsis/3.25/cli', tag })
    const settings = { url: proxy.url }
    const made = await desk.call('ada', 'POST', '/api/connections', { port: 'registry', system: 'oci', settings })
    expect(made.status, made.text).toBe(201)
  })
  afterAll(async () => {
    await desk?.close()
    await proxy?.close()
    await registry?.close()
  })

  const containers = () => [
    {
      ...{ product: 'cos-docsis', branch: '3.25', version: '3.25.10', tag: '3.25.10', containerName: 'cli' },
      sourceImageUrl: `${proxy.host}/cos-docsis/3.25/cli:3.25.10`,
    },
  ]

  async function componentOf(bundle: string) {
    return until(async () => {
      const list = await desk.call('rita', 'GET', `/api/bundle-components?bundleId=${bundle}`)
      const [component] = rowsOf(list, 'components')
      return String(component?.state) === 'IN_STORAGE' || String(component?.uploadState) === 'FAILED'
        ? component
        : undefined
    })
  }

  test('products, versions and the check come from it', async () => {
    const api = '/api/ecr/registry/products'
    const query = 'product=cos-docsis&branch=3.25'
    const products = rowsOf(await desk.call('rita', 'GET', api), 'products')
    expect(products).toEqual([{ product: 'cos-docsis', branches: [{ name: '3.25', versions: 2 }] }])
    const versions = rowsOf(await desk.call('rita', 'GET', `${api}/versions?${query}`), 'versions')
    expect(versions).toMatchObject([
      {
        tag: '3.25.10',
        dockerImages: [
          { containerName: 'cli', digest: `sha256:${image.digest}`, platforms: ['linux/amd64', 'linux/arm64'] },
        ],
      },
      { tag: '3.25.9' },
    ])
    const check = await desk.call('rita', 'GET', `${api}/check?${query}&version=3.25.10`)
    expect(check.body).toMatchObject({ isComplete: true, images: 1, missing: [] })
  })

  test('an image whose copy breaks off fails with the reason, and a retry stores it with the same digest', async () => {
    const bundle = await desk.bundle()
    proxy.meant = /\/blobs\//
    proxy.faults.push('cut', 'cut', 'cut')
    const added = await desk.call('rita', 'POST', `/api/box/v1/${bundle}/upload`, { containers: containers() })
    expect(added.status, added.text).toBe(200)
    const failed = await componentOf(bundle)
    expect(failed).toMatchObject({ uploadState: 'FAILED', state: 'PENDING', sourceType: 'DOCKER' })
    expect(failed?.error).toContain('OCI registry cannot be read')
    const early = await desk.call('rita', 'POST', `/api/bundle-releases?bundleId=${bundle}`, {
      name: 'R',
      account: 'acme',
    })
    expect([early.status, early.body.code]).toEqual([409, 'release-component-not-in-storage'])
    proxy.meant = /^/
    const again = await desk.call('rita', 'POST', `/api/bundle-components/${failed?.id}/retry`)
    expect(again.status, again.text).toBe(200)
    const stored = await until(async () => {
      const component = await componentOf(bundle)
      return String(component?.state) === 'IN_STORAGE' ? component : undefined
    })
    expect(stored).toMatchObject({ digest: image.digest, fileName: 'cos-docsis/3.25/cli:3.25.10' })
    expect(stored?.container).toMatchObject({ product: 'cos-docsis', branch: '3.25', productVersion: '3.25.10' })
  })

  /** Pushes an image with a layer of 3 MB, and has the bundle copy it; returns the bundle and the digests. */
  async function copyLarge(tag: string, fault: Fault, part: 'layer' | 'root') {
    const large = imageOf(randomBytes(3_000_000))
    const [layer = ''] = large.blobs.keys()
    await pushImage(registry.url, large, { repository: 'cos-docsis/3.25/cli', tag })
    const bundle = await desk.bundle()
    proxy.meant = new RegExp(`/sha256:${part === 'layer' ? layer : large.digest}`)
    proxy.faults.splice(0, Infinity, fault)
    const [one] = containers()
    const wanted = [{ ...one, tag, sourceImageUrl: `${proxy.host}/cos-docsis/3.25/cli:${tag}` }]
    const added = await desk.call('rita', 'POST', `/api/box/v1/${bundle}/upload`, { containers: wanted })
    expect(added.status, added.text).toBe(200)
    return { bundle, layer, large }
  }

  test('a blob that breaks off in the middle goes on where it stopped, and its bytes are in the list of calls', async () => {
    const { bundle, layer, large } = await copyLarge('large', 'cut-halfway', 'layer')
    expect(await componentOf(bundle)).toMatchObject({ state: 'IN_STORAGE', digest: large.digest, error: null })
    const [first, ...more] = proxy.ranges.filter(({ url }) => url.includes(layer))
    expect(more).toEqual([])
    const kept = Number(/^bytes=(\d+)-$/.exec(first?.range ?? '')?.[1])
    const size = large.blobs.get(layer)!.length
    expect(kept).toBeGreaterThan(0)
    expect(kept).toBeLessThanOrEqual(size / 2)
    const path = `/v2/cos-docsis/3.25/cli/blobs/sha256:${layer}`
    const calls = await until(async () => {
      const found = rowsOf(await desk.call('ada', 'GET', `/api/connections/${id}/calls`), 'calls')
      const ofLayer = found.filter((call) => String(call.path) === path)
      return ofLayer.length === 2 ? ofLayer : undefined
    })
    expect(calls[0]).toMatchObject({ method: 'GET', status: 206, fault: null, bytes: size - kept })
    expect(calls[1]).toMatchObject({ status: 200, fault: 'unreachable' })
    expect(Number(calls[1]?.bytes)).toBeGreaterThanOrEqual(kept)
  })

  test.each([
    ['layer', /^It was not fetched: The registry sent other bytes for sha256:/],
    ['root', /^It was not fetched: OCI registry sent a manifest with SHA-256 [0-9a-f]{64} for sha256:/],
  ] as const)('a registry that sends other bytes for the %s is named, and nothing is added', async (part, reason) => {
    const { bundle, large, layer } = await copyLarge(`lies-about-${part}`, 'altered', part)
    const failed = await componentOf(bundle)
    expect(failed).toMatchObject({ state: 'PENDING', uploadState: 'FAILED', digest: null })
    expect(failed?.error).toMatch(reason)
    expect(failed?.error).toContain(part === 'layer' ? layer : large.digest)
    await desk.call('rita', 'POST', `/api/bundle-components/${failed?.id}/retry`)
    const stored = await until(async () => {
      const component = await componentOf(bundle)
      return String(component?.state) === 'IN_STORAGE' ? component : undefined
    })
    expect(stored).toMatchObject({ digest: large.digest })
  })

  test('an image of another host is not found, and none of a tag that the registry does not have is stored', async () => {
    const bundle = await desk.bundle()
    const [one] = containers()
    const foreign = [{ ...one, sourceImageUrl: 'evil.example/a/b:3.25.10' }]
    const rejected = await desk.call('rita', 'POST', `/api/box/v1/${bundle}/upload`, { containers: foreign })
    expect(rejected.body.code).toBe('image-not-found')
    const unknown = [{ ...one, tag: '9', sourceImageUrl: `${proxy.host}/cos-docsis/3.25/cli:9` }]
    await desk.call('rita', 'POST', `/api/box/v1/${bundle}/upload`, { containers: unknown })
    expect((await componentOf(bundle))?.error).toMatch(/^It was not fetched: OCI registry does not have it/)
  })

  test('the test of the connection names the repository, the credential or the address', async () => {
    const test = () => desk.call('ada', 'POST', `/api/connections/${id}/test`)
    const change = async (settings: object) => {
      const changed = await desk.call('ada', 'PATCH', `/api/connections/${id}`, { settings })
      expect(changed.status, changed.text).toBe(200)
    }
    expect((await test()).status).toBe(200)
    await change({ repositories: 'not/there' })
    expect((await test()).body.fields).toMatchObject([{ path: 'name' }])
    const own = { url: desk.url, username: 'unknown+x', password: 'wrong', repositories: '' }
    await change(own)
    expect((await test()).body.fields).toMatchObject([{ path: 'login' }])
    await change({ ...own, username: desk.users.rita.email, password: desk.users.rita.token })
    expect((await test()).status).toBe(200)
    await change({ url: 'http://127.0.0.1:1', password: 'x' })
    expect((await test()).body.fields).toMatchObject([{ path: 'url' }])
  })

  describe('each registry', () => {
    beforeAll(async () => {
      expect((await desk.call('ada', 'DELETE', `/api/connections/${id}`)).status).toBe(204)
    })
    imageSourceSuite(() => ({ desk, registry: registry.url }))
  })
})

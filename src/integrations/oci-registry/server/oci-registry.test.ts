import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { haveDebianPrograms } from '#test/debian-packages.ts'
import { type FaultProxy, startFaultProxy } from '#test/directories/fault-proxy.ts'
import { imageOf, indexOf, type MadeImage } from '#test/image-archives.ts'
import { type RealRegistry, startDockerRegistry } from '#test/real-docker-registry.ts'
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
    await push('cos-docsis/3.25/cli', '3.25.10')
    await push('cos-docsis/3.25/cli', '3.25.9')
    const settings = { url: proxy.url }
    const made = await desk.call('ada', 'POST', '/api/connections', { port: 'registry', system: 'oci', settings })
    expect(made.status, made.text).toBe(201)
  })
  afterAll(async () => {
    await desk?.close()
    await proxy?.close()
    await registry?.close()
  })

  async function push(repository: string, tag: string): Promise<void> {
    for (const one of [amd, arm])
      for (const digest of one.blobs.keys()) if (digest !== one.digest) await blob(one, digest)
    for (const one of [amd, arm]) await manifest(one, `sha256:${one.digest}`)
    await manifest(image, tag)

    async function blob(one: MadeImage, digest: string) {
      const begun = await fetch(`${registry.url}/v2/${repository}/blobs/uploads/`, { method: 'POST' })
      const address = new URL(begun.headers.get('location') ?? '', registry.url)
      address.searchParams.set('digest', `sha256:${digest}`)
      const ended = await fetch(address, { method: 'PUT', body: new Uint8Array(one.blobs.get(digest)!) })
      expect(ended.status).toBe(201)
    }
    async function manifest(one: MadeImage, reference: string) {
      const bytes = one.blobs.get(one.digest)!
      const ended = await fetch(`${registry.url}/v2/${repository}/manifests/${reference}`, {
        method: 'PUT',
        headers: { 'content-type': String(JSON.parse(bytes.toString()).mediaType ?? typeOf(one)) },
        body: new Uint8Array(bytes),
      })
      expect(ended.status, await ended.text()).toBe(201)
    }
  }

  function typeOf(one: MadeImage): string {
    return one === image ? 'application/vnd.oci.image.index.v1+json' : 'application/vnd.oci.image.manifest.v1+json'
  }

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
    const own = { url: desk.url, username: 'nobody+x', password: 'wrong', repositories: '' }
    await change(own)
    expect((await test()).body.fields).toMatchObject([{ path: 'login' }])
    await change({ ...own, username: desk.users.rita.email, password: desk.users.rita.token })
    expect((await test()).status).toBe(200)
    await change({ url: 'http://127.0.0.1:1', password: 'x' })
    expect((await test()).body.fields).toMatchObject([{ path: 'url' }])
  })
})

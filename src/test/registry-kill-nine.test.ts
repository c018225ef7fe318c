import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { haveDebianPrograms } from './debian-packages.ts'
import { imageOf, indexOf, type MadeImage } from './image-archives.ts'
import { openProduct, type Product } from './product-process.ts'
import { pushImage } from './push-image.ts'
import { startDockerRegistry } from './real-docker-registry.ts'
import { type HeldRegistry, startHeldRegistry } from './registry/held-registry.ts'
import { smallWorld } from './small-world.ts'
import { until } from './software-app.ts'
import { rowsOf } from './support-app.ts'

const canRun = haveDebianPrograms(['docker-registry'], ['docker-registry'])
const REPOSITORY = 'cos-docsis/3.25/cli'

test.skipIf(!canRun)(
  'kill -9 of the whole process tree while an image is copied from a connected registry: the copy goes on by itself, and reads no blob again',
  async () => {
    const registry = await startDockerRegistry()
    const proxy = await startHeldRegistry(registry.url)
    const product = await openProduct({ PRIVATE_HOSTS: '127.0.0.1', DEMO: 'off' })
    try {
      await product.query(smallWorld)
      const portal = callsOf(product)
      const [amd, arm] = [imageOf(randomBytes(3_000_000)), imageOf(randomBytes(3_000_000), 'arm64')]
      const image = indexOf([amd, arm])
      const [held = '', ...others] = [layerOf(arm), layerOf(amd), configOf(amd), configOf(arm)]
      await pushImage(registry.url, image, { repository: REPOSITORY, tag: '3.25.10' })
      await portal.connect(proxy.url)
      const bundle = await portal.bundle()
      proxy.holds.push((what) => what.startsWith('GET ') && what.includes(held))
      await portal.addImage(bundle, proxy.host, '3.25.10')

      const before = sizeOf(amd) + sizeOf(arm) - sizeOf(arm, held)
      await until(async () => Number((await portal.component(bundle)).received) > before || undefined)
      product.kill()
      await product.start()
      const stored = await until(async () => {
        const component = await portal.component(bundle)
        expect(component.error).toBeNull()
        return String(component.state) === 'IN_STORAGE' ? component : undefined
      })
      expect(stored.digest).toBe(image.digest)

      expect(readsOf(proxy, `manifests/3.25.10`)).toHaveLength(1)
      for (const digest of others) expect([digest, readsOf(proxy, digest).length]).toEqual([digest, 1])
      const [whole, rest, ...more] = readsOf(proxy, held)
      expect([whole?.range, more]).toEqual([undefined, []])
      const [, kept] = /^bytes=(\d+)-$/.exec(rest?.range ?? '') ?? []
      expect(Number(kept)).toBeGreaterThan(0)
      expect(Number(kept)).toBeLessThanOrEqual(sizeOf(arm, held) / 2)
      expect(await portal.added(bundle)).toBe(1)
    } finally {
      await product.close()
      await proxy.close()
      await registry.close()
    }
  },
)

const layerOf = ({ blobs }: MadeImage) => [...blobs.keys()][0] ?? ''
const configOf = ({ blobs }: MadeImage) => [...blobs.keys()][1] ?? ''

/** Bytes of the blobs of an image for one platform, or of one of them. */
function sizeOf({ blobs, digest }: MadeImage, only?: string): number {
  const counted = [...blobs].filter(([one]) => (only === undefined ? one !== digest : one === only))
  return counted.reduce((sum, [, { length }]) => sum + length, 0)
}

const readsOf = ({ requests }: HeldRegistry, part: string) =>
  requests.filter(({ what }) => what.startsWith('GET ') && what.includes(part))

/** What its users do, over HTTP. */
function callsOf(product: Product) {
  const tokens = {
    admin: product.tokenOf('nora.lindqvist@harmonic.example'),
    maker: product.tokenOf('claire.fontaine@harmonic.example'),
  }
  const call = async (user: keyof typeof tokens, method: string, path: string, body?: object) => {
    const response = await fetch(`${product.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${tokens[user]}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} gave ${response.status}: ${text}`)
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text || '{}') }
  }
  return {
    call,
    async connect(url: string) {
      await call('admin', 'POST', '/api/connections', { port: 'registry', system: 'oci', settings: { url } })
    },
    async bundle(): Promise<string> {
      return (await call('maker', 'POST', '/api/bundles', { name: 'Killed', deploymentType: 'DOCSIS' })).body.id
    },
    async addImage(bundle: string, host: string, tag: string) {
      const [product, branch, containerName] = REPOSITORY.split('/')
      const image = { product, branch, version: tag, tag, containerName }
      const containers = [{ ...image, sourceImageUrl: `${host}/${REPOSITORY}:${tag}` }]
      await call('maker', 'POST', `/api/box/v1/${bundle}/upload`, { containers })
    },
    /** The one component of the bundle. */
    async component(bundle: string) {
      const found = rowsOf(await call('maker', 'GET', `/api/bundle-components?bundleId=${bundle}`), 'components')
      expect(found).toHaveLength(1)
      return found[0]!
    },
    /** How often a component was added, as the history of the bundle has it. */
    async added(bundle: string): Promise<number> {
      const { text } = await call('maker', 'GET', `/api/bundles/${bundle}/history`)
      return text.split('"bundle.file-added"').length - 1
    },
  }
}

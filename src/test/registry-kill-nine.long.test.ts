import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { haveDebianPrograms } from './debian-packages.ts'
import { imageOf, indexOf, layoutOf, type MadeImage, tarOf } from './image-archives.ts'
import { openProduct } from './product-process.ts'
import { pushImage } from './push-image.ts'
import { openCustomersRegistry } from './registry/customers-registry.ts'
import type { HeldRegistry } from './registry/held-registry.ts'
import { productCalls } from './registry/product-calls.ts'
import { pullWithSkopeo } from './registry/pull-with-skopeo.ts'
import { smallWorld } from './small-world.ts'
import { until } from './software-app.ts'

const canRun = haveDebianPrograms(['docker-registry', 'skopeo'], ['docker-registry', 'skopeo'])
const PUSHED = { repository: 'cos-docsis/3.25/cli', tag: '3.25.10' }
const ACCOUNT = 'larkspur-cable'

test.skipIf(!canRun)(
  'kill -9 of the whole process tree while images are copied from a connected registry and to the path of a customer: both go on by themselves, and no blob is read or sent again',
  async () => {
    const product = await openProduct({ PRIVATE_HOSTS: '127.0.0.1', DEMO: 'off' })
    await product.query(smallWorld)
    const { proxy, registry, close } = await openCustomersRegistry(product)
    try {
      const portal = productCalls(product)
      const [amd, arm] = [imageOf(randomBytes(3_000_000)), imageOf(randomBytes(3_000_000), 'arm64')]
      const image = indexOf([amd, arm])
      const [held = '', ...others] = [layerOf(arm), layerOf(amd), configOf(amd), configOf(arm)]
      const headers = await portal.pusher(proxy.host, PUSHED.repository)
      await pushImage(registry.url, image, { ...PUSHED, headers })
      const bundle = await portal.bundle('Killed')
      const outgoing = indexOf([imageOf(randomBytes(50_000)), imageOf(randomBytes(50_000), 'arm64')])
      const release = await releaseOf(outgoing)
      const repository = `${ACCOUNT}/cos/us/${release}`
      const login = await portal.credential('admin', ACCOUNT)

      // A layer and a configuration of each platform: the last of the four does not arrive.
      let pieces = 0
      proxy.holds.push((what) => what.startsWith('PATCH ') && ++pieces === 4)
      await portal.approve(release)
      await until(async () => proxy.held() === 1 || undefined)
      proxy.holds.push((what) => what.startsWith('GET ') && what.includes(held))
      await portal.addImage(bundle, proxy.host, PUSHED)
      const before = sizeOf(amd) + sizeOf(arm) - sizeOf(arm, held)
      await until(async () => Number((await component()).received) > before || undefined)
      expect((await portal.readRelease(release)).status).toBe('RELEASED')
      const pullCommand = `skopeo copy --all docker://${proxy.host}/${repository}@sha256:${outgoing.digest} oci:us:1`
      await expect(pullWithSkopeo(pullCommand, login)).rejects.toThrow(/denied|unauthorized|authentication required/i)
      product.kill()
      expect(requestsOf(proxy, 'PUT', '/manifests/')).toEqual([])
      await product.start()
      await product.releaseJobs()

      const stored = await until(async () => {
        const found = await component()
        expect(found.error).toBeNull()
        return String(found.state) === 'IN_STORAGE' ? found : undefined
      })
      expect(stored.digest).toBe(image.digest)
      expect(requestsOf(proxy, 'GET', `manifests/3.25.10`)).toHaveLength(1)
      for (const digest of others) expect([digest, requestsOf(proxy, 'GET', digest).length]).toEqual([digest, 1])
      const [whole, rest, ...more] = requestsOf(proxy, 'GET', held)
      expect([whole?.range, more]).toEqual([undefined, []])
      const [, kept] = /^bytes=(\d+)-$/.exec(rest?.range ?? '') ?? []
      expect(Number(kept)).toBeGreaterThan(0)
      expect(Number(kept)).toBeLessThanOrEqual(sizeOf(arm, held) / 2)
      const history = await portal.call('maker', 'GET', `/api/bundles/${bundle}/history`)
      expect(history.text.split('"bundle.file-added"')).toHaveLength(2)

      const delivered = await until(async () => {
        const found = await portal.readRelease(release)
        return ['DONE', 'FAILED'].includes(found.approval.state) ? found : undefined
      })
      expect(delivered).toMatchObject({ status: 'DELIVERED', approval: { state: 'DONE' } })
      // The three that had arrived are not begun again, the fourth is; each is completed once.
      expect(requestsOf(proxy, 'POST', `/v2/${repository}/`)).toHaveLength(5)
      for (const digest of blobsOf(outgoing))
        expect([digest, requestsOf(proxy, 'PUT', `digest=sha256%3A${digest}`).length]).toEqual([digest, 1])
      expect(requestsOf(proxy, 'PUT', `/v2/${repository}/manifests/`)).toHaveLength(3)
      expect(await portal.pullCommands('admin', release)).toEqual([pullCommand])
      expect(await pullWithSkopeo(pullCommand, login)).toBe(`sha256:${outgoing.digest}`)

      async function releaseOf(made: MadeImage): Promise<string> {
        const inside = await portal.bundle('Copied')
        await portal.upload(inside, 'images.tar', await tarOf(layoutOf({ 'cos/us:1': made })))
        return portal.release(inside, ACCOUNT)
      }

      /** The one component of the bundle. */
      async function component() {
        const found = await portal.components(bundle)
        expect(found).toHaveLength(1)
        return found[0]!
      }
    } finally {
      await product.close()
      await close()
    }
  },
)

const layerOf = ({ blobs }: MadeImage) => [...blobs.keys()][0] ?? ''
const configOf = ({ blobs }: MadeImage) => [...blobs.keys()][1] ?? ''
const blobsOf = ({ blobs }: MadeImage) =>
  [...blobs].flatMap(([digest, bytes]) => (bytes.includes('"schemaVersion"') ? [] : [digest]))

/** Bytes of the blobs of an image for one platform, or of one of them. */
function sizeOf({ blobs, digest }: MadeImage, only?: string): number {
  const counted = [...blobs].filter(([one]) => (only === undefined ? one !== digest : one === only))
  return counted.reduce((sum, [, { length }]) => sum + length, 0)
}

const requestsOf = ({ requests }: HeldRegistry, method: string, part: string) =>
  requests.filter(({ what }) => what.startsWith(`${method} `) && what.includes(part))

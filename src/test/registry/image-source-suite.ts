import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { imageOf, indexOf } from '../image-archives.ts'
import { pushImage } from '../push-image.ts'
import { type SoftwareDesk, until } from '../software-app.ts'
import { rowsOf } from '../support-app.ts'
import { type RunningRegistry, registrySystems } from './registry-systems.ts'

/** What every registry that images are picked from must do: the portal's own, and each that can be connected. */
export function imageSourceSuite(started: () => { readonly desk: SoftwareDesk; readonly registry: string }): void {
  describe.each(registrySystems)('images of $system', ({ system, start }) => {
    const image = indexOf([imageOf(`${system} amd64`), imageOf(`${system} arm64`, 'arm64')])
    const product = `suite-${system}`
    const [api, place] = [
      `/api/ecr/${system === 'portal' ? 'portal' : 'registry'}/products`,
      `product=${product}&branch=2.1`,
    ]
    let desk: SoftwareDesk
    let running: RunningRegistry

    beforeAll(async () => {
      desk = started().desk
      running = await start(started().registry, desk)
      const { push, path, settings } = running
      for (const repository of [`${product}/2.1/cli`, `${product}/2.1/relay/dhcp`])
        for (const tag of ['2.1.10', '2.1.9'])
          await pushImage(push.url, image, {
            repository: `${path}${repository}`,
            tag,
            headers: await push.headers?.(repository),
          })
      if (!settings) return
      const made = await desk.call('ada', 'POST', '/api/connections', { port: 'registry', system, settings })
      expect(made.status, made.text).toBe(201)
    })
    afterAll(async () => {
      if (running.settings)
        expect((await desk.call('ada', 'DELETE', '/api/connections/registry:shared')).status).toBe(204)
      await running.close()
    })

    const versions = async () => rowsOf(await desk.call('rita', 'GET', `${api}/versions?${place}`), 'versions')

    test('has products, branches, and versions with their images, the highest first', async () => {
      const products = rowsOf(await desk.call('rita', 'GET', `${api}?size=1000`), 'products')
      expect(products).toContainEqual({ product, branches: [{ name: '2.1', versions: 2 }] })
      const found = await versions()
      expect(found.map(({ tag }) => tag)).toEqual(['2.1.10', '2.1.9'])
      expect(found[0]!.dockerImages).toMatchObject(
        ['cli', 'relay/dhcp'].map((containerName) => ({
          ...{ containerName, tag: '2.1.10', digest: `sha256:${image.digest}` },
          platforms: ['linux/amd64', 'linux/arm64'],
        })),
      )
      expect(running.wrong).toEqual([])
    })

    test('checks that all parts of a version are there, and does not have another one', async () => {
      const check = await desk.call('rita', 'GET', `${api}/check?${place}&version=2.1.10`)
      expect(check.body).toMatchObject({ isComplete: true, images: 2, missing: [] })
      const unknown = await desk.call('rita', 'GET', `${api}/check?${place}&version=9`)
      expect([unknown.status, unknown.body.code]).toEqual([404, 'image-not-found'])
    })

    test('gives a bundle the image that was picked, with the same digest', async () => {
      const bundleId = await desk.bundle()
      const { containerName, tag, url } = rowOf((await versions())[0]?.dockerImages)
      const containers = [{ product, branch: '2.1', version: tag, tag, containerName, sourceImageUrl: url }]
      const added = await desk.call('rita', 'POST', `/api/box/v1/${bundleId}/upload`, { containers })
      expect(added.status, added.text).toBe(200)
      const component = await until(async () => {
        const list = await desk.call('rita', 'GET', `/api/bundle-components?bundleId=${bundleId}`)
        const [one] = rowsOf(list, 'components')
        expect(one?.error ?? null).toBeNull()
        return String(one?.state) === 'IN_STORAGE' ? one : undefined
      })
      expect(component).toMatchObject({
        ...{ digest: image.digest, sourceType: 'DOCKER', fileName: `${product}/2.1/cli:2.1.10` },
        container: { product, branch: '2.1', productVersion: '2.1.10', platforms: ['linux/amd64', 'linux/arm64'] },
      })
      expect(running.wrong).toEqual([])
    })

    test('passes the test of its connection, and names a credential that is not accepted', async () => {
      if (!running.settings) return
      const id = '/api/connections/registry:shared'
      const tested = await desk.call('ada', 'POST', `${id}/test`)
      expect(tested.status, tested.text).toBe(200)
      await desk.call('ada', 'PATCH', id, { settings: { ...running.settings, ...running.wrongCredential } })
      expect((await desk.call('ada', 'POST', `${id}/test`)).body.fields).toMatchObject([{ path: 'login' }])
      const products = await desk.call('rita', 'GET', api)
      expect([products.status, products.body.code]).toEqual([422, 'connection-test-failed'])
    })
  })
}

/** The first of the images of a version. */
function rowOf(images: unknown): { readonly containerName: string; readonly tag: string; readonly url: string } {
  return (images as [ReturnType<typeof rowOf>])[0]
}

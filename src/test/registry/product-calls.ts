import { demoUsers } from '#features/users/demo-users/server/index.ts'
import type { Product } from '../product-process.ts'
import { sha256, tusHeaders, until } from '../software-app.ts'
import { rowsOf } from '../support-app.ts'
import type { RegistryLogin } from './pull-with-skopeo.ts'

const emails = { admin: demoUsers.admin.email, maker: demoUsers.releaseManager.email }

/** What users of the demo do with bundles, releases and a registry, over HTTP; anything but success throws. */
export function productCalls(product: Product) {
  const tokens = { admin: product.tokenOf(emails.admin), maker: product.tokenOf(emails.maker) }
  const call = async (user: keyof typeof emails, method: string, path: string, body?: object) => {
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
    /** Connects a registry, whose token server is the product; customers pull from it. */
    async connect(url: string) {
      const settings = { url, customers: 'REGISTRY' }
      await call('admin', 'POST', '/api/connections', { port: 'registry', system: 'oci', settings })
    },
    /** The headers with which the release manager pushes into a repository of the registry. */
    async pusher(service: string, repository: string) {
      const query = new URLSearchParams({ service, scope: `repository:${repository}:pull,push` })
      const authorization = `Basic ${Buffer.from(`${emails.maker}:${tokens.maker}`).toString('base64')}`
      const response = await fetch(`${product.url}/api/registry/token?${query}`, { headers: { authorization } })
      return { authorization: `Bearer ${((await response.json()) as { token: string }).token}` }
    },
    async bundle(name: string): Promise<string> {
      return (await call('maker', 'POST', '/api/bundles', { name, deploymentType: 'DOCSIS' })).body.id
    },
    /** Uploads an archive of images into a bundle, and waits until it is saved. */
    async upload(bundleId: string, fileName: string, archive: Buffer): Promise<void> {
      const file = { bundleId, fileName, size: archive.length, sha256: sha256(archive), componentType: 'container' }
      const { fileId } = (await call('maker', 'POST', '/api/box/file/upload/reservation', file)).body
      const headers = { authorization: `Bearer ${tokens.maker}`, ...tusHeaders(0) }
      await fetch(`${product.url}/api/uploads/${fileId}`, { method: 'PATCH', headers, body: new Uint8Array(archive) })
      await until(async () => {
        const { state, error } = (await call('maker', 'GET', `/api/box/file/upload/${fileId}/status`)).body
        if (error) throw new Error(error)
        return state === 'DONE' || undefined
      })
    },
    /** Copies an image of the connected registry into a bundle. */
    async addImage(bundle: string, host: string, { repository, tag }: { repository: string; tag: string }) {
      const [name, branch, containerName] = repository.split('/')
      const image = { product: name, branch, version: tag, tag, containerName }
      const containers = [{ ...image, sourceImageUrl: `${host}/${repository}:${tag}` }]
      await call('maker', 'POST', `/api/box/v1/${bundle}/upload`, { containers })
    },
    async components(bundle: string) {
      return rowsOf(await call('maker', 'GET', `/api/bundle-components?bundleId=${bundle}`), 'components')
    },
    async release(bundle: string, account: string): Promise<string> {
      const wanted = { name: 'Images', account }
      return (await call('maker', 'POST', `/api/bundle-releases?bundleId=${bundle}`, wanted)).body.id
    },
    async approve(release: string) {
      await call('admin', 'POST', `/api/bundle-releases/approve?bundleReleaseId=${release}`)
    },
    async readRelease(release: string) {
      return (await call('maker', 'GET', `/api/bundle-releases/${release}`)).body
    },
    /** A new credential of an account for the registry. */
    async credential(account: string): Promise<RegistryLogin> {
      await call('admin', 'POST', '/api/registry/credentials', { account, name: 'kiel', days: 30 })
      return (await call('admin', 'GET', `/api/ecr/credentials?account=${account}&decodeKey=true`)).body
    },
    /** The `skopeo copy` of each image of a release. */
    async pullCommands(release: string): Promise<string[]> {
      const path = `/api/bundle-releases/${release}/registry-details?detailsType=SKOPEO`
      const { images } = (await call('admin', 'GET', path)).body as { images: { pullCommand: string }[] }
      return images.map(({ pullCommand }) => pullCommand)
    },
  }
}

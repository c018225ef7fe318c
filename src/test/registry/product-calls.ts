import { request } from 'node:http'
import { demoUsers } from '#features/users/demo-users/server/index.ts'
import { demoAccounts } from '#server/demo-data.ts'
import type { Product } from '../product-process.ts'
import { sha256, tusHeaders, until } from '../software-app.ts'
import { rowsOf } from '../support-app.ts'
import type { RegistryLogin } from './pull-with-skopeo.ts'

const emails = {
  admin: demoUsers.admin.email,
  maker: demoUsers.releaseManager.email,
  manager: `${demoUsers.manager.email}@${demoAccounts.customer}.example`,
  customer: `${demoUsers.user.email}@${demoAccounts.customer}.example`,
}
type Name = keyof typeof emails

/** What users of the demo do with bundles, releases and a registry, over HTTP; anything but success throws. */
export function productCalls(product: Product) {
  const tokens = new Map<Name, string>()
  const tokenOf = (user: Name) => {
    const token = tokens.get(user) ?? product.tokenOf(emails[user])
    tokens.set(user, token)
    return token
  }
  const call = async (user: Name, method: string, path: string, body?: object) => {
    const isForm = body instanceof FormData
    const response = await fetch(`${product.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${tokenOf(user)}`,
        ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} gave ${response.status}: ${text}`)
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text || '{}') }
  }
  /** Waits until an upload is saved. */
  const saved = (fileId: string) =>
    until(async () => {
      const { state, error } = (await call('maker', 'GET', `/api/box/file/upload/${fileId}/status`)).body
      if (error) throw new Error(error)
      return state === 'DONE' || undefined
    })
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
      const authorization = `Basic ${Buffer.from(`${emails.maker}:${tokenOf('maker')}`).toString('base64')}`
      const response = await fetch(`${product.url}/api/registry/token?${query}`, { headers: { authorization } })
      return { authorization: `Bearer ${((await response.json()) as { token: string }).token}` }
    },
    async bundle(name: string): Promise<string> {
      return (await call('maker', 'POST', '/api/bundles', { name, deploymentType: 'DOCSIS' })).body.id
    },
    /**
     * Uploads an archive of images into a bundle, and waits until it is saved. With `breaksAt` the connection is lost after
     * these bytes. Returns the offset from which it went on.
     */
    async upload(bundleId: string, fileName: string, archive: Buffer, { breaksAt = 0 } = {}): Promise<number> {
      const file = { bundleId, fileName, size: archive.length, sha256: sha256(archive), componentType: 'container' }
      const { fileId } = (await call('maker', 'POST', '/api/box/file/upload/reservation', file)).body
      const path = `/api/uploads/${fileId}`
      const offset = async () => Number((await call('maker', 'HEAD', path)).headers.get('upload-offset'))
      const patch = (from: number) => ({
        method: 'PATCH',
        headers: { authorization: `Bearer ${tokenOf('maker')}`, ...tusHeaders(from) },
      })
      if (breaksAt > 0) {
        const sending = request(`${product.url}${path}`, patch(0)).on('error', () => undefined)
        sending.setHeader('content-length', archive.length)
        sending.write(archive.subarray(0, breaksAt))
        await until(async () => (await offset()) > 0 || undefined)
        sending.destroy()
      }
      // What is left of the connection holds the upload for a moment.
      const from = await until(async () => {
        const at = await offset()
        const rest = { ...patch(at), body: new Uint8Array(archive.subarray(at)) }
        return (await fetch(`${product.url}${path}`, rest)).status === 204 ? at : undefined
      })
      await saved(fileId)
      return from
    },
    /** Puts a file into the vendor's area, and takes it from there into a bundle. */
    async addVendorFile(bundleId: string, { path, text }: { path: string; text: string }): Promise<void> {
      const fileName = path.slice(path.lastIndexOf('/') + 1)
      const content = new FormData()
      content.set('file', new Blob([text]), fileName)
      await call('maker', 'POST', `/api/storage/file/upload?path=${path}`, content)
      const file = { bundleId, fileName, sourceType: 'VENDOR_FILE', path }
      const { fileId } = (await call('maker', 'POST', '/api/box/file/upload/reservation', file)).body
      const form = new FormData()
      form.set('request', '{}')
      await call('maker', 'POST', `/api/box/file/upload/${fileId}`, form)
      await saved(fileId)
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
    async release(bundle: string, account: string, name = 'Images'): Promise<string> {
      const wanted = { name, account }
      return (await call('maker', 'POST', `/api/bundle-releases?bundleId=${bundle}`, wanted)).body.id
    },
    async approve(release: string) {
      await call('admin', 'POST', `/api/bundle-releases/approve?bundleReleaseId=${release}`)
    },
    async readRelease(release: string) {
      return (await call('maker', 'GET', `/api/bundle-releases/${release}`)).body
    },
    /** A new credential of an account for the registry. */
    async credential(user: Name, account: string): Promise<RegistryLogin> {
      await call(user, 'POST', '/api/registry/credentials', { account, name: 'kiel', days: 30 })
      return (await call(user, 'GET', `/api/ecr/credentials?account=${account}&decodeKey=true`)).body
    },
    /** The `skopeo copy` of each image of a release. */
    async pullCommands(user: Name, release: string): Promise<string[]> {
      const path = `/api/bundle-releases/${release}/registry-details?detailsType=SKOPEO`
      const { images } = (await call(user, 'GET', path)).body as { images: { pullCommand: string }[] }
      return images.map(({ pullCommand }) => pullCommand)
    },
  }
}

import type { UploadContext } from '#features/software/uploads/server/index.ts'
import { halSinglePage } from '#kit/server/list/hal-list.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import { checkDockerVersion, listDockerProducts, listDockerVersions, uploadContainers } from '../contract.ts'
import { checkVersion, findProducts, findVersions } from './docker-products.ts'
import { checkOutsideVersion, findOutsideProducts, findOutsideVersions, withRegistry } from './outside-products.ts'
import { registryHost } from './registry-host.ts'
import { addContainers } from './upload-containers.ts'

/** The images to choose from, of the portal and of the connected registry, and their way into a bundle. */
export function serveContainers(context: UploadContext): void {
  const { portal, store } = context
  const { db } = portal
  serve(portal, listDockerProducts, async (call) => {
    const isOwn = call.params.vendor === 'portal'
    return halSinglePage(
      call,
      'products',
      isOwn ? await findProducts(db) : await withRegistry(portal, (source) => findOutsideProducts(db, source)),
    )
  })
  serve(portal, listDockerVersions, async (call) => {
    const { params, query } = call
    const versions =
      params.vendor === 'portal'
        ? await findVersions(db, { ...query, host: registryHost(portal) })
        : await withRegistry(portal, (source) => findOutsideVersions(db, source, query))
    return halSinglePage(call, 'versions', versions)
  })
  serve(portal, checkDockerVersion, ({ params, query }) =>
    params.vendor === 'portal'
      ? checkVersion(db, store, query)
      : withRegistry(portal, (source) => checkOutsideVersion(source, query)),
  )
  registerCommand(portal, uploadContainers, (call) => addContainers(context, call))
}

import { readableBundle } from '#features/software/bundles/server/index.ts'
import { readSort } from '#kit/contract/hal.ts'
import { halPage } from '#kit/server/list/hal-list.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import { deleteFailedComponents, listBundleComponents, retryComponent, retryFailedComponents } from '../contract.ts'
import { findBundleComponents } from './component-list.ts'
import { deleteFailed, retryAll, retryOne } from './retry-components.ts'
import type { UploadContext } from './upload-context.ts'

/** Components of a bundle with those under way or failed: list, retry, delete the failed ones. */
export function serveComponentList(context: UploadContext): void {
  const { portal } = context
  serve(portal, listBundleComponents, async (call) => {
    const { bundleId, sort, page, size } = call.query
    const { id } = await readableBundle(portal.db, call.session, bundleId)
    const { descending } = readSort(sort, { field: 'fileName', descending: false })[0]!
    return halPage(call, 'components', await findBundleComponents(portal.db, id, { page, size, descending }))
  })
  registerCommand(portal, retryComponent, (call) => retryOne(context, call))
  registerCommand(portal, retryFailedComponents, (call) => retryAll(context, call))
  registerCommand(portal, deleteFailedComponents, deleteFailed)
}

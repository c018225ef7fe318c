import { rejectTest } from '#features/platform/connections/server/index.ts'
import { halPage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { serve } from '#kit/server/serve/serve.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import { listSharedFolder, readFileSharing, readSharedFile } from '../contract.ts'
import { type FileSharing, hasFileSharing, openFileSharing, throwNotConnected } from './file-sharing.ts'
import { requireReference } from './shared-file-reference.ts'

/** The files to choose from in the connected file-sharing storage. */
export function serveSharedFiles(portal: AppContext): void {
  serve(portal, readFileSharing, async () => ({ connected: await hasFileSharing(portal.db) }))
  serve(portal, listSharedFolder, async (call) => {
    const { page, size } = call.query
    const { path, items, count } = await withStorage(portal, (storage) =>
      storage.folder(call.params.id, { offset: page * size, limit: size }),
    )
    return { ...halPage(call, 'items', { rows: items, total: { count }, lastUpdateTime: null }), path: [...path] }
  })
  serve(portal, readSharedFile, async ({ query }) => {
    const { id, name, size, sha1 } = await withStorage(portal, (storage) => storage.file(requireReference(query.boxId)))
    return { id, name, size, sha1 }
  })
}

async function withStorage<Result>(portal: AppContext, read: (from: FileSharing) => Promise<Result>): Promise<Result> {
  try {
    return await read((await openFileSharing(portal)) ?? throwNotConnected())
  } catch (failure) {
    if (failure instanceof IntegrationError) rejectTest(failure)
    throw failure
  }
}

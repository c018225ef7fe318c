import { readSort } from '#kit/contract/hal.ts'
import { halPieces } from '#kit/server/list/hal-list.ts'
import type { Portal } from '#kit/server/portal.ts'
import { serve, serveWrite } from '#kit/server/serve/serve.ts'
import { addComponentFile, changeComponentFile, deleteComponentFile, listComponentFiles } from '../contract.ts'
import { findComponents } from './component-store.ts'
import { addFile, changeFile, deleteFile } from './component-verbs.ts'
import { readableBundle } from './stored-bundle.ts'

/** Files of bundles. */
export function serveComponents(portal: Portal): void {
  serve(portal, listComponentFiles, async (call) => {
    const { bundleId, sort, ...rest } = call.query
    const { id } = await readableBundle(portal.db, call.session, bundleId)
    const order = readSort<'fileName' | 'created' | 'size' | 'fileStatus'>(sort, {
      field: 'fileName',
      descending: false,
    })
    return halPieces(call, 'files', await findComponents(portal, id, { ...rest, order }))
  })
  serveWrite(portal, addComponentFile, addFile)
  serveWrite(portal, changeComponentFile, changeFile)
  serveWrite(portal, deleteComponentFile, deleteFile)
}

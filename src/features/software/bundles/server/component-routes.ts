import { readSort } from '#kit/contract/hal.ts'
import { halStream } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import { addComponentFile, changeComponentFile, deleteComponentFile, listComponentFiles } from '../contract.ts'
import { addFile, changeFile, deleteFile } from './component-commands.ts'
import { findComponents } from './component-store.ts'
import { readableBundle } from './stored-bundle.ts'

/** Files of bundles. */
export function serveComponents(portal: AppContext): void {
  serve(portal, listComponentFiles, async (call) => {
    const { bundleId, sort, ...rest } = call.query
    const { id } = await readableBundle(portal.db, call.session, bundleId)
    const order = readSort<'fileName' | 'created' | 'size' | 'fileStatus'>(sort, {
      field: 'fileName',
      descending: false,
    })
    return halStream(call, 'files', await findComponents(portal, id, { ...rest, order }))
  })
  registerCommand(portal, addComponentFile, addFile)
  registerCommand(portal, changeComponentFile, changeFile)
  registerCommand(portal, deleteComponentFile, deleteFile)
}

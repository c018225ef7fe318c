import { readSort } from '#kit/contract/hal.ts'
import { sendCsv, wantsCsv } from '#kit/server/list/csv.ts'
import { halReply } from '#kit/server/list/hal-list.ts'
import type { Portal } from '#kit/server/portal.ts'
import { serve, serveWrite } from '#kit/server/serve/serve.ts'
import {
  askAboutBundle,
  changeBundle,
  createBundle,
  deleteBundle,
  holdBundle,
  listBundles,
  moveBundleToEol,
  readBundle,
  readBundleDiff,
  readBundleHistory,
  unholdBundle,
} from '../contract.ts'
import { askAbout } from './ask-about.ts'
import { bundleColumns } from './bundle-columns.ts'
import { findDiff } from './bundle-diff.ts'
import { findBundleHistory } from './bundle-history.ts'
import { eachBundle, findBundles } from './bundle-list.ts'
import { bundlePage } from './bundle-page.ts'
import { change, create, remove } from './bundle-verbs.ts'
import { moveBundle } from './move-bundle.ts'
import { readableBundle } from './stored-bundle.ts'

/** Bundles: list, read, make, change, move, delete, ask about, and their history. */
export function serveBundles(portal: Portal): void {
  serve(portal, listBundles, async (call) => {
    if (wantsCsv(call.request))
      return sendCsv(call.reply, 'bundles.csv', bundleColumns, eachBundle(portal.db, call.session, call.query))
    return halReply(call, 'bundles', await findBundles(portal.db, call.session, call.query))
  })
  serve(portal, readBundle, (call) => bundlePage(portal.db, call.session, call.params.id))
  serve(portal, readBundleDiff, (call) => findDiff(portal.db, call))
  serveWrite(portal, createBundle, create)
  serveWrite(portal, changeBundle, change)
  serveWrite(portal, deleteBundle, remove)
  serveWrite(portal, holdBundle, (call) => moveBundle(call, call.params.id, 'hold', call.body))
  serveWrite(portal, unholdBundle, (call) => moveBundle(call, call.params.id, 'unhold'))
  serveWrite(portal, moveBundleToEol, (call) => moveBundle(call, call.query.bundleId, 'move-to-eol', call.body))
  serveWrite(portal, askAboutBundle, askAbout)

  serve(portal, readBundleHistory, async (call) => {
    const { page, size, sort } = call.query
    const { id } = await readableBundle(portal.db, call.session, call.params.id)
    const { descending } = readSort(sort, { field: 'at', descending: true })[0]!
    return halReply(call, 'entries', await findBundleHistory(portal.db, id, { page, size, descending }))
  })
}

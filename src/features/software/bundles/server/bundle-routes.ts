import { readSort } from '#kit/contract/hal.ts'
import { sendCsv, wantsCsv } from '#kit/server/list/csv.ts'
import { halPage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
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
import { askAbout } from './ask-question.ts'
import { bundleColumns } from './bundle-columns.ts'
import { change, create, remove } from './bundle-commands.ts'
import { findDiff } from './bundle-diff.ts'
import { findBundleHistory } from './bundle-history.ts'
import { eachBundle, findBundles } from './bundle-list.ts'
import { bundlePage } from './bundle-page.ts'
import { readableBundle } from './stored-bundle.ts'
import { moveBundle } from './transition-bundle.ts'

/** Bundles: list, read, create, change, transition, delete, question, and their history. */
export function serveBundles(portal: AppContext): void {
  serve(portal, listBundles, async (call) => {
    if (wantsCsv(call.request))
      return sendCsv(call.reply, 'bundles.csv', bundleColumns, eachBundle(portal.db, call.session, call.query))
    return halPage(call, 'bundles', await findBundles(portal.db, call.session, call.query))
  })
  serve(portal, readBundle, (call) => bundlePage(portal.db, call.session, call.params.id))
  serve(portal, readBundleDiff, (call) => findDiff(portal.db, call))
  registerCommand(portal, createBundle, create)
  registerCommand(portal, changeBundle, change)
  registerCommand(portal, deleteBundle, remove)
  registerCommand(portal, holdBundle, (call) => moveBundle(call, call.params.id, 'hold', call.body))
  registerCommand(portal, unholdBundle, (call) => moveBundle(call, call.params.id, 'unhold'))
  registerCommand(portal, moveBundleToEol, (call) => moveBundle(call, call.query.bundleId, 'move-to-eol', call.body))
  registerCommand(portal, askAboutBundle, askAbout)

  serve(portal, readBundleHistory, async (call) => {
    const { page, size, sort } = call.query
    const { id } = await readableBundle(portal.db, call.session, call.params.id)
    const { descending } = readSort(sort, { field: 'at', descending: true })[0]!
    return halPage(call, 'entries', await findBundleHistory(portal.db, id, { page, size, descending }))
  })
}

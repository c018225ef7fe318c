import { readSort } from '#kit/contract/hal.ts'
import { halText } from '#kit/server/list/hal-list.ts'
import type { Portal } from '#kit/server/portal.ts'
import { serve, serveWrite } from '#kit/server/serve/serve.ts'
import {
  activateCase,
  closeCase,
  createCase,
  declineCase,
  deleteCase,
  editCase,
  markCaseRead,
  readCase,
  readCaseHistory,
  resolveCase,
  unwatchCase,
  watchCase,
} from '../contract.ts'
import { findHistory } from './case-history.ts'
import { casePage } from './case-page.ts'
import { isVendorIn } from './case-scope.ts'
import { changeCase } from './change-case.ts'
import { createOne } from './create-case.ts'
import { removeCase } from './delete-case.ts'
import { markRead } from './mark-read.ts'
import { moveCase } from './move-case.ts'
import { readableCase } from './stored-case.ts'
import { unwatch, watch } from './watch-case.ts'

/** One case: read, file, change, move, watch, delete, and its history. */
export function serveCases(portal: Portal): void {
  serve(portal, readCase, (call) => casePage(portal, call.session, call.params.key))
  serveWrite(portal, createCase, createOne)
  serveWrite(portal, editCase, changeCase)
  serveWrite(portal, deleteCase, removeCase)
  serveWrite(portal, activateCase, (call) => moveCase(call, 'activate'))
  serveWrite(portal, resolveCase, (call) => moveCase(call, 'resolve'))
  serveWrite(portal, declineCase, (call) => moveCase(call, 'decline'))
  serveWrite(portal, closeCase, (call) => moveCase(call, 'close'))
  serveWrite(portal, watchCase, watch)
  serveWrite(portal, unwatchCase, unwatch)
  serveWrite(portal, markCaseRead, markRead)

  serve(portal, readCaseHistory, async (call) => {
    const { issueKey, page, size, sort } = call.query
    const { key, account } = await readableCase(portal.db, call.session, issueKey)
    const { descending } = readSort(sort, { field: 'at', descending: true })[0]!
    const staff = isVendorIn(call.session, account)
    const found = await findHistory(portal.db, key, { staff, page, size, descending })
    return halText(call, 'entries', { ...found, total: { count: found.total }, lastUpdateTime: found.newest })
  })
}

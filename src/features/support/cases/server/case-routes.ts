import { isVendorIn, readableCase } from '#features/support/case-access/server/index.ts'
import { readSort } from '#kit/contract/hal.ts'
import { halRawPage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
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
import { changeCase } from './change-case.ts'
import { createOne } from './create-case.ts'
import { removeCase } from './delete-case.ts'
import { markRead } from './mark-read.ts'
import { transitionCase } from './transition-case.ts'
import { unwatch, watch } from './watch-case.ts'

/** One case: read, file, change, transition, watch, delete, and its history. */
export function serveCases(portal: AppContext): void {
  serve(portal, readCase, (call) => casePage(portal, call.session, call.params.key))
  registerCommand(portal, createCase, createOne)
  registerCommand(portal, editCase, changeCase)
  registerCommand(portal, deleteCase, removeCase)
  registerCommand(portal, activateCase, (call) => transitionCase(call, 'activate'))
  registerCommand(portal, resolveCase, (call) => transitionCase(call, 'resolve'))
  registerCommand(portal, declineCase, (call) => transitionCase(call, 'decline'))
  registerCommand(portal, closeCase, (call) => transitionCase(call, 'close'))
  registerCommand(portal, watchCase, watch)
  registerCommand(portal, unwatchCase, unwatch)
  registerCommand(portal, markCaseRead, markRead)

  serve(portal, readCaseHistory, async (call) => {
    const { issueKey, page, size, sort } = call.query
    const storedCase = await readableCase(portal.db, call.session, issueKey)
    const { descending } = readSort(sort, { field: 'at', descending: true })[0]!
    const staff = isVendorIn(call.session, storedCase.account)
    const historyPage = await findHistory(portal.db, storedCase, { staff, page, size, descending })
    return halRawPage(call, 'entries', {
      ...historyPage,
      total: { count: historyPage.total },
      lastUpdateTime: historyPage.newest,
    })
  })
}

import { accountIn } from '#features/accounts/accounts/server/index.ts'
import { accountReleaseHandler } from '#features/software/releases/server/index.ts'
import { halPage } from '#kit/server/list/hal-list.ts'
import type { Feature } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import {
  createReceiptKey,
  listReceiptKeys,
  listReceipts,
  readReceipts,
  receiptReceived,
  revokeReceiptKey,
  sendReceipt,
} from '../contract.ts'
import { createKey, findKeys, revokeKey } from './receipt-keys.ts'
import { findReceipts } from './receipt-list.ts'
import { takeReceipt } from './take-receipt.ts'

export { receiptCommands } from './receipt-commands.ts'

/** Receipts: what customers verified and run, signed with their own keys. */
export const receiptsFeature: Feature = {
  name: 'receipts',
  serve(portal) {
    const { db } = portal
    serve(portal, listReceipts, async (call) => halPage(call, 'receipts', await findReceipts(db, call)))
    registerCommand(portal, sendReceipt, takeReceipt)
    serve(portal, listReceiptKeys, async ({ session, query }) => {
      const { id } = await accountIn(db, session, { name: query.account, permission: readReceipts })
      return { keys: await findKeys(db, id) }
    })
    registerCommand(portal, createReceiptKey, createKey)
    registerCommand(portal, revokeReceiptKey, revokeKey)
  },
  eventHandlers: (portal) => [accountReleaseHandler(portal, [receiptReceived])],
}

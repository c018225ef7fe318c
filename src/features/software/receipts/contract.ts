export {
  createReceiptKey,
  listReceiptKeys,
  listReceipts,
  revokeReceiptKey,
  sendReceipt,
} from './contract/receipt-calls.ts'
export { receiptKeyCreated, receiptKeyRevoked, receiptReceived } from './contract/receipt-events.ts'
export { manageReceiptKeys, readReceipts, sendReceipts } from './contract/receipt-permissions.ts'
export { receiptProblems } from './contract/receipt-problems.ts'
export { Receipt, ReceiptKey } from './contract/receipt-shapes.ts'

export {
  createReceiptKey,
  listReceiptKeys,
  listReceipts,
  manageReceiptKeys,
  Receipt,
  ReceiptKey,
  readReceipts,
  receiptProblems,
  revokeReceiptKey,
  sendReceipt,
  sendReceipts,
} from './contract/receipt.ts'
export { receiptKeyCreated, receiptKeyRevoked, receiptReceived } from './contract/receipt-events.ts'

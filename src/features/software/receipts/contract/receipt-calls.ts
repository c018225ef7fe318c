import * as z from 'zod/mini'
import { accountProblems } from '#features/accounts/accounts/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { manageReceiptKeys, readReceipts, sendReceipts } from './receipt-permissions.ts'
import { receiptProblems } from './receipt-problems.ts'
import { Receipt, ReceiptKey } from './receipt-shapes.ts'

const tag = 'Receipts'
const account = z.string().check(z.maxLength(32))
const noAccount = accountProblems['account-not-found']

export const listReceipts = endpoint({
  tag,
  guard: readReceipts,
  name: 'listReceipts',
  method: 'GET',
  url: '/api/receipts',
  summary: 'List the receipts of an account, the newest first',
  query: z.extend(listQuery(['received'], {}), { account }),
  reply: halList('receipts', Receipt),
  problems: [noAccount],
})
export const sendReceipt = endpoint({
  tag,
  guard: sendReceipts,
  name: 'sendReceipt',
  method: 'POST',
  url: '/api/receipts',
  summary: 'Send the receipt of a verified release; its components become downloaded, or deployed',
  status: 201,
  body: z.strictObject({ receipt: z.string().check(z.minLength(1), z.maxLength(900_000)) }),
  reply: Receipt,
  problems: [
    receiptProblems['receipt-malformed'],
    receiptProblems['receipt-release-not-found'],
    receiptProblems['receipt-not-of-release'],
    receiptProblems['receipt-signature-invalid'],
    receiptProblems['receipt-deployment-unknown'],
    receiptProblems['receipt-stale'],
    receiptProblems['receipt-repeated'],
  ],
})
export const listReceiptKeys = endpoint({
  tag,
  guard: readReceipts,
  name: 'listReceiptKeys',
  method: 'GET',
  url: '/api/receipt-keys',
  summary: 'List the keys with which an account signs its receipts, revoked ones included',
  query: z.strictObject({ account }),
  reply: z.object({ keys: z.array(ReceiptKey) }),
  problems: [noAccount],
})
export const createReceiptKey = endpoint({
  tag,
  guard: manageReceiptKeys,
  forbiddenWhileImpersonating: true,
  name: 'createReceiptKey',
  method: 'POST',
  url: '/api/receipt-keys',
  summary: 'Register the public half of a key that signs receipts of the account',
  status: 201,
  body: z.strictObject({
    account,
    name: z.string().check(z.maxLength(80), z.regex(/\S/)),
    publicKey: z.string().check(z.maxLength(1_000)),
  }),
  reply: ReceiptKey,
  problems: [noAccount, receiptProblems['receipt-key-malformed'], receiptProblems['receipt-key-exists']],
})
export const revokeReceiptKey = endpoint({
  tag,
  guard: manageReceiptKeys,
  forbiddenWhileImpersonating: true,
  name: 'revokeReceiptKey',
  method: 'DELETE',
  url: '/api/receipt-keys/{id}',
  summary: 'Revoke a key; receipts that it signs are rejected from now on',
  params: z.strictObject({ id: z.string().check(z.maxLength(64)) }),
  problems: [receiptProblems['receipt-key-not-found']],
})

import * as z from 'zod/mini'
import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { accountProblems } from '#features/accounts/accounts/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'

/** Read receipts and the keys that sign them: vendor staff those of every account, customers their own. */
export const readReceipts = permission(
  'receipt:read',
  'Read receipts',
  everyVendorRole.filter(({ role }) => role !== 'HARMONIC_NOC'),
  roles('MANAGER', 'USER'),
)
/** Send a receipt of a verified release of one's account. */
export const sendReceipts = permission('receipt:send', 'Send receipts', roles('MANAGER', 'USER'))
/** Register and revoke the keys with which an account signs its receipts. */
export const manageReceiptKeys = permission('receipt:manage-keys', 'Register keys for receipts', roles('MANAGER'))

export const receiptProblems = problems({
  'receipt-malformed': { status: 400, text: 'This is not a receipt of verify.sh or verify.mjs: {why}.' },
  'receipt-release-not-found': {
    status: 404,
    text: 'The release of this receipt was not found among the delivered releases of your account.',
  },
  'receipt-not-of-release': { status: 409, text: 'The receipt is not of this release: {why}.' },
  'receipt-signature-invalid': { status: 409, text: 'The signature of the receipt is not valid: {why}.' },
  'receipt-deployment-unknown': { status: 409, text: 'The account has no deployment named {name}.' },
  'receipt-stale': { status: 409, text: 'The receipt is of {at}: {why}. Verify the release again.' },
  'receipt-repeated': { status: 409, text: 'This receipt was sent before.' },
  'receipt-key-malformed': { status: 400, text: 'This is not the public half of an Ed25519 key in PEM.' },
  'receipt-key-exists': { status: 409, text: 'This key is registered already.' },
  'receipt-key-not-found': { status: 404, text: 'This key was not found.' },
})

/** A receipt of a customer: which files of a release were verified, when, and where they run. */
export const Receipt = z.object({
  id: z.string(),
  releaseId: z.string(),
  releaseName: z.string(),
  bundleName: z.string(),
  account: z.string(),
  /** Null: the files were verified, nothing is said of where they run. */
  deployment: z.nullable(z.string()),
  components: z.int(),
  verified: z.iso.datetime(),
  received: z.iso.datetime(),
  receivedBy: z.string(),
  /** Null: it is unsigned. */
  key: z.nullable(z.object({ id: z.string(), name: z.string() })),
})
export type Receipt = z.output<typeof Receipt>

/** A key with which an account signs its receipts. */
export const ReceiptKey = z.object({
  /** SHA-256 of the public key (DER), hexadecimal. */
  id: z.string(),
  name: z.string(),
  created: z.iso.datetime(),
  createdBy: z.string(),
  revoked: z.nullable(z.iso.datetime()),
})
export type ReceiptKey = z.output<typeof ReceiptKey>

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

import * as z from 'zod/mini'
import { defineEvent } from '#kit/contract/event.ts'

// Its subject is the bundle, so it is part of its history.
export const receiptReceived = defineEvent('bundle.receipt-received', {
  audience: 'account',
  text: 'sent a receipt of {subject}',
  data: {
    what: z.string(),
    releaseId: z.int(),
    receipt: z.int(),
    deployment: z.nullable(z.string()),
    components: z.int(),
    signed: z.boolean(),
  },
})
export const receiptKeyCreated = defineEvent('receipt-key.created', {
  audience: 'account',
  text: 'registered a key for receipts',
  data: { what: z.string() },
})
export const receiptKeyRevoked = defineEvent('receipt-key.revoked', {
  audience: 'account',
  text: 'revoked a key for receipts',
  data: { what: z.string() },
})

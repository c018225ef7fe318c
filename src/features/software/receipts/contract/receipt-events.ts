import { defineEvent } from '#kit/contract/event.ts'

// Its subject is the bundle, so it is part of its history.
export const receiptReceived = defineEvent('bundle.receipt-received', 'account')
export const receiptKeyCreated = defineEvent('receipt-key.created', 'account')
export const receiptKeyRevoked = defineEvent('receipt-key.revoked', 'account')

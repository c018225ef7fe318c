import { problems } from '#kit/contract/problem.ts'
import en from '../messages/problems.en.json' with { type: 'json' }

export const receiptProblems = problems(en, {
  'receipt-malformed': 400,
  'receipt-release-not-found': 404,
  'receipt-not-of-release': 409,
  'receipt-signature-invalid': 409,
  'receipt-deployment-unknown': 409,
  'receipt-stale': 409,
  'receipt-repeated': 409,
  'receipt-key-malformed': 400,
  'receipt-key-exists': 409,
  'receipt-key-not-found': 404,
})

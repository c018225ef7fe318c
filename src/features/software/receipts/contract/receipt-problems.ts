import { problems } from '#kit/contract/problem.ts'

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

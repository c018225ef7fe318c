import { texts } from '#kit/contract/texts.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { readReceipts } from '../contract/receipt.ts'
import { verificationPath } from '../paths.ts'

const { text: label } = texts('receipt-labels', {
  verification: 'Verification',
})

const guard = { only: [readReceipts] }

/** Verification of an account: the root that it pins, its keys, and its receipts. */
export const receiptsWeb: FeatureWeb = {
  name: 'receipts',
  pages: [
    {
      path: verificationPath,
      label: () => label('verification'),
      guard,
      load: async () => ({ Page: (await import('./verification-page.tsx')).VerificationPage }),
    },
  ],
  rail: [
    {
      id: 'software-verification',
      parent: 'software',
      section: 'main',
      order: 5,
      label: () => label('verification'),
      guard,
      to: (account) => account && verificationPath({ account }),
    },
  ],
}

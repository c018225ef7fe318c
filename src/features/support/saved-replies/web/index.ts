import { seeInternal } from '#features/support/case-access/contract.ts'
import { texts } from '#kit/contract/texts.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { savedRepliesPath } from '../paths.ts'

const { text: label } = texts('saved-replies', {
  replies: 'Saved replies',
})

export { InsertReply } from './insert-reply.tsx'

const guard = { only: [seeInternal] }
const text = () => label('replies')

/** The saved replies of the vendor's staff. */
export const savedRepliesWeb: FeatureWeb = {
  name: 'saved-replies',
  pages: [
    {
      path: savedRepliesPath,
      label: text,
      guard,
      load: async () => ({ Page: (await import('./saved-replies-page.tsx')).SavedRepliesPage }),
    },
  ],
  rail: [
    {
      id: 'support-saved-replies',
      parent: 'support',
      section: 'main',
      order: 8,
      label: text,
      guard,
      to: (account) => (account ? null : savedRepliesPath()),
    },
  ],
}

import { lazy } from 'react'
import type { CaseExtension } from '#features/support/case-pages/web/index.ts'
import { seeInternal } from '#features/support/cases/contract.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { label } from './label.ts'

const staff = { only: [seeInternal] }

/** The saved replies of the vendor's staff. */
export const savedRepliesWeb: FeatureWeb = {
  name: 'saved-replies',
  pages: [
    {
      path: '/support/saved-replies',
      label: () => label('replies'),
      guard: staff,
      load: async () => ({ Page: (await import('./saved-replies-page.tsx')).SavedRepliesPage }),
    },
  ],
  rail: [
    {
      id: 'support-saved-replies',
      parent: 'support',
      section: 'main',
      order: 8,
      label: () => label('replies'),
      guard: staff,
      to: (account) => (account ? null : '/support/saved-replies'),
    },
  ],
}

/** Inserts a saved reply into the text that is written in a case. */
export const savedRepliesExtension: CaseExtension = {
  inserts: [
    {
      id: 'saved-replies',
      applies: ({ actions }) => actions.includes('comment-internal'),
      Insert: lazy(async () => ({ default: (await import('./insert-reply.tsx')).InsertReply })),
    },
  ],
}

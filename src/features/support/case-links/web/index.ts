import type { CaseExtension } from '#features/support/case-pages/web/index.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'

const LinkedCases = lazyNamed(() => import('./linked-cases.tsx'), 'LinkedCases')

/** The linked cases beside the fields of a case. */
export const caseLinksExtension: CaseExtension = {
  panels: [
    {
      id: 'case-links',
      place: 'side',
      applies: (supportCase) => supportCase.links.length > 0 || supportCase.actions.includes('link'),
      Panel: LinkedCases,
    },
  ],
}

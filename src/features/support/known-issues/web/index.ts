import type { CaseExtension } from '#features/support/case-pages/web/index.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { readKnownIssues } from '../contract/known-issue.ts'
import { knownIssuePath, knownIssuesPath } from '../paths.ts'
import { label } from './label.ts'

const guard = { only: [readKnownIssues] }

/** The catalogue of known issues. */
export const knownIssuesWeb: FeatureWeb = {
  name: 'known-issues',
  pages: [
    {
      path: knownIssuesPath,
      label: () => label('knownIssues'),
      guard,
      load: async () => ({ Page: (await import('./known-issues-page.tsx')).KnownIssuesPage }),
    },
    {
      path: knownIssuePath,
      label: () => label('knownIssue'),
      guard,
      load: async () => ({ Page: (await import('./known-issue-page.tsx')).KnownIssuePage }),
    },
  ],
  rail: [
    {
      id: 'support-known-issues',
      parent: 'support',
      section: 'main',
      order: 6,
      label: () => label('knownIssues'),
      guard,
      to: () => knownIssuesPath(),
    },
  ],
}

/** The known issues of a case, and those that match a new one while it is typed. */
export const knownIssuesExtension: CaseExtension = {
  panels: [
    {
      id: 'known-issues',
      place: 'side',
      applies: () => true,
      Panel: lazyNamed(() => import('./case-known-issues.tsx'), 'CaseKnownIssues'),
    },
  ],
  suggestions: [
    {
      id: 'known-issues',
      Suggestion: lazyNamed(() => import('./matching-known-issues.tsx'), 'MatchingKnownIssues'),
    },
  ],
}

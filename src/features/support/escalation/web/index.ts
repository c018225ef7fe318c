import { settingSections } from '#features/platform/settings/web/index.ts'
import { readRnd } from '#features/support/case-access/contract.ts'
import type { CaseExtension } from '#features/support/case-pages/web/index.ts'
import { texts } from '#kit/contract/texts.ts'
import { IconFlask, IconLink, IconRepeat } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { partAt } from '#kit/web/parts.tsx'
import { rndIssuePath, rndIssuesPath } from '../paths.ts'

const { text: label } = texts('escalation', {
  rnd: 'R&D issues',
  issue: 'R&D issue',
  escalate: 'Escalate to R&D',
  again: 'Escalate again',
  link: 'Link to an R&D issue',
})

const staff = { only: [readRnd] }

const EscalationProjectForm = lazyNamed(() => import('./escalation-project-form.tsx'), 'EscalationProjectForm')

/** R&D issues: the list and one issue. */
export const escalationWeb: FeatureWeb = {
  name: 'escalation',
  pages: [
    {
      path: rndIssuesPath,
      label: () => label('rnd'),
      guard: staff,
      load: async () => ({ Page: (await import('./rnd-list-page.tsx')).RndListPage }),
    },
    {
      path: rndIssuePath,
      label: () => label('issue'),
      guard: staff,
      load: async () => ({ Page: (await import('./rnd-issue-page.tsx')).RndIssuePage }),
    },
  ],
  parts: [partAt(settingSections, 'escalation-project', EscalationProjectForm)],
  rail: [
    {
      id: 'support-rnd',
      parent: 'support',
      section: 'main',
      order: 5,
      label: () => label('rnd'),
      guard: staff,
      to: (account) => (account ? null : rndIssuesPath()),
    },
  ],
}

/** Milestone and escalation in the page of a case. */
export const escalationExtension: CaseExtension = {
  panels: [
    {
      id: 'milestone',
      place: 'top',
      applies: ({ milestone }) => milestone !== null,
      Panel: lazyNamed(() => import('./milestone-panel.tsx'), 'MilestonePanel'),
    },
  ],
  actions: [
    {
      id: 'escalate',
      label: () => label('escalate'),
      icon: IconFlask,
      applies: ({ actions, rndIssue }) => actions.includes('escalate') && !rndIssue,
      Dialog: lazyNamed(() => import('./escalate-dialog.tsx'), 'EscalateDialog'),
    },
    {
      id: 'link-to-rnd',
      label: () => label('link'),
      icon: IconLink,
      applies: ({ actions, rndIssue }) => actions.includes('escalate') && !rndIssue,
      Dialog: lazyNamed(() => import('./link-dialog.tsx'), 'LinkDialog'),
    },
    {
      id: 're-escalate',
      label: () => label('again'),
      icon: IconRepeat,
      applies: ({ actions, rndIssue }) => actions.includes('escalate') && rndIssue != null,
      Dialog: lazyNamed(() => import('./re-escalate-dialog.tsx'), 'ReEscalateDialog'),
    },
  ],
}

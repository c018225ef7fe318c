import { texts } from '#kit/contract/texts.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { readSla } from '../contract/sla.ts'
import { slaPath } from '../paths.ts'

const { text: label } = texts('sla', {
  sla: 'SLA report',
})

/** The SLA report of an account. */
export const slaWeb: FeatureWeb = {
  name: 'sla',
  pages: [
    {
      path: slaPath,
      label: () => label('sla'),
      guard: { only: [readSla] },
      load: async () => ({ Page: (await import('./sla-page.tsx')).SlaPage }),
    },
  ],
  rail: [
    {
      id: 'support-sla',
      parent: 'support',
      section: 'main',
      order: 6,
      label: () => label('sla'),
      guard: { only: [readSla] },
      to: (account) => account && slaPath({ account }),
    },
  ],
}

import { readCases, seeInternal } from '#features/support/case-access/contract.ts'
import type { CaseExtension } from '#features/support/case-pages/web/index.ts'
import { texts } from '#kit/contract/texts.ts'
import { IconAlertTriangle } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { accountOutagesPath, outagePath, outagesPath } from '../paths.ts'

const { text: label } = texts('outages', {
  outages: 'Outages',
  outage: 'Outage',
  convert: 'Convert to an outage',
})

export { outageSections } from './places.ts'

/** Outages: the list of all accounts and of one, and the page of one outage. */
export const outagesWeb: FeatureWeb = {
  name: 'outages',
  pages: [
    {
      path: outagesPath,
      label: () => label('outages'),
      guard: { only: [seeInternal] },
      load: async () => ({ Page: (await import('./outage-board.tsx')).OutageBoard }),
    },
    {
      path: accountOutagesPath,
      label: () => label('outages'),
      guard: { only: [readCases] },
      load: async () => ({ Page: (await import('./outage-board.tsx')).OutageBoard }),
    },
    {
      path: outagePath,
      label: () => label('outage'),
      guard: { only: [readCases] },
      load: async () => ({ Page: (await import('./outage-page.tsx')).OutagePage }),
    },
  ],
  rail: [
    {
      id: 'support-outages',
      parent: 'support',
      section: 'main',
      order: 4,
      label: () => label('outages'),
      guard: { only: [readCases] },
      to: (account) => (account ? accountOutagesPath({ account }) : outagesPath()),
    },
  ],
}

/** Conversion to an outage in the menu of a case, and the link to the page of the outage. */
export const outagesExtension: CaseExtension = {
  panels: [
    {
      id: 'outage',
      place: 'top',
      applies: ({ conversion }) => conversion !== null,
      Panel: lazyNamed(() => import('./outage-panel.tsx'), 'OutagePanel'),
    },
  ],
  actions: [
    {
      id: 'convert-to-outage',
      label: () => label('convert'),
      icon: IconAlertTriangle,
      applies: ({ actions }) => actions.includes('convert'),
      Dialog: lazyNamed(() => import('./convert-dialog.tsx'), 'ConvertDialog'),
    },
  ],
}

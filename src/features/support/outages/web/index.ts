import { readCases, seeInternal } from '#features/support/case-access/contract.ts'
import type { CaseExtension } from '#features/support/case-pages/web/index.ts'
import { texts } from '#kit/contract/texts.ts'
import { IconAlertTriangle } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { accountPath } from '#kit/web/who/account.tsx'

const { text: label } = texts('outages', {
  outages: 'Outages',
  outage: 'Outage',
  convert: 'Convert to an outage',
})

export { outageSections } from './places.ts'

const ofAccount = '/$account/$accountId/support/outages'

/** Outages: the list of all accounts and of one, and the page of one outage. */
export const outagesWeb: FeatureWeb = {
  name: 'outages',
  pages: [
    {
      path: '/support/outages',
      label: () => label('outages'),
      guard: { only: [seeInternal] },
      load: async () => ({ Page: (await import('./outage-board.tsx')).OutageBoard }),
    },
    {
      path: ofAccount,
      label: () => label('outages'),
      guard: { only: [readCases] },
      load: async () => ({ Page: (await import('./outage-board.tsx')).OutageBoard }),
    },
    {
      path: `${ofAccount}/$outageKey`,
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
      to: (account) => (account ? `${accountPath(account)}/support/outages` : '/support/outages'),
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

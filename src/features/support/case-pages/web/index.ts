import { createCases, readCases, seeInternal } from '#features/support/case-access/contract.ts'
import { IconHeadset, IconPlus } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import {
  accountNewCasePath,
  casePath,
  casePrintPath,
  caseQueuePath,
  customerCasesPath,
  internalCasesPath,
  newCasePath,
} from '../paths.ts'
import { type CaseExtension, extendCases } from './case-extensions.ts'
import { CaseListener } from './case-listener.tsx'
import { label } from './label.ts'
import { useOpenCount, useOutageCount } from './use-open-count.ts'

export { CaseBadge } from './case-badge.tsx'
export type { CaseExtension, CaseSuggestionProps } from './case-extensions.ts'
export { handPictureToNewCase } from './files-for-new-case.ts'

/** A preview of a case, in a chunk of its own; needs a `Suspense` around it. */
export const CasePeek = lazyNamed(() => import('./case-peek.tsx'), 'CasePeek')

const customers = { only: [readCases] }
const staff = { only: [seeInternal] }

/** Support: the queue, the cases of an account on both sides, one case with what other features add to it, and a new one. */
export function casesWeb(extensions: readonly CaseExtension[]): FeatureWeb {
  extendCases(extensions)
  return feature
}

const feature: FeatureWeb = {
  name: 'cases',
  Listener: CaseListener,
  pages: [
    {
      path: caseQueuePath,
      label: () => label('queue'),
      guard: staff,
      load: async () => {
        const { Queue, askQueue } = await import('./queue-pages.tsx')
        return { Page: Queue, ask: askQueue }
      },
    },
    {
      path: customerCasesPath,
      label: () => label('cases'),
      guard: customers,
      load: async () => {
        const { CustomerCases, askCustomerCases } = await import('./queue-pages.tsx')
        return { Page: CustomerCases, ask: askCustomerCases }
      },
    },
    {
      path: internalCasesPath,
      label: () => label('internal'),
      guard: staff,
      load: async () => {
        const { InternalCases, askInternalCases } = await import('./queue-pages.tsx')
        return { Page: InternalCases, ask: askInternalCases }
      },
    },
    {
      path: casePath,
      label: () => label('case'),
      guard: customers,
      load: async () => ({ Page: (await import('./case-page.tsx')).CasePage }),
    },
    {
      path: casePrintPath,
      label: () => label('printed'),
      guard: customers,
      load: async () => ({ Page: (await import('./printed-case.tsx')).PrintedCase }),
    },
    {
      path: accountNewCasePath,
      label: () => label('new'),
      guard: { only: [createCases] },
      load: async () => ({ Page: (await import('./new-case-page.tsx')).NewCasePage }),
    },
    {
      path: newCasePath,
      label: () => label('new'),
      guard: { only: [createCases] },
      load: async () => ({ Page: (await import('./new-case-page.tsx')).NewCasePage }),
    },
  ],
  rail: [
    {
      id: 'support',
      section: 'main',
      order: 2,
      label: () => label('rail.support'),
      icon: IconHeadset,
      guard: customers,
      to: (account) => (account ? customerCasesPath({ account }) : caseQueuePath()),
      useCount: useOpenCount,
    },
    {
      id: 'support-queue',
      parent: 'support',
      section: 'main',
      order: 1,
      label: () => label('rail.queue'),
      guard: staff,
      to: (account) => (account ? null : caseQueuePath()),
    },
    {
      id: 'support-cases',
      parent: 'support',
      section: 'main',
      order: 2,
      label: () => label('rail.cases'),
      guard: customers,
      to: (account) => account && customerCasesPath({ account }),
      useCount: useOutageCount,
    },
    {
      id: 'support-internal',
      parent: 'support',
      section: 'main',
      order: 3,
      label: () => label('rail.internal'),
      guard: staff,
      to: (account) => account && internalCasesPath({ account }),
    },
  ],
  actions: [
    {
      id: 'new-case',
      label: () => label('new'),
      icon: IconPlus,
      keys: 'c',
      guard: { only: [createCases] },
      run: ({ account, go }) => go(account ? accountNewCasePath({ account }) : newCasePath()),
    },
  ],
}

import { homeActions } from '#features/accounts/account-pages/web/index.ts'
import { IconFilePlus, IconInbox } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { partAt } from '#kit/web/parts.tsx'
import { askForAccounts, readAccountRequests, readEveryAccountRequest } from '../contract/request-permissions.ts'
import { accountRequestsPath, newAccountRequestPath } from '../paths.ts'
import { label } from './label.ts'
import { useNewCount } from './use-new-count.ts'

const RequestAccountButton = lazyNamed(() => import('./request-account-button.tsx'), 'RequestAccountButton')

/** Requests for accounts and deployments: the queue, and the form. */
export const accountRequestsWeb: FeatureWeb = {
  name: 'account-requests',
  pages: [
    {
      path: accountRequestsPath,
      label: () => label('requests'),
      guard: { only: [readAccountRequests] },
      load: async () => ({ Page: (await import('./requests-page.tsx')).RequestsPage }),
    },
    {
      path: newAccountRequestPath,
      label: () => label('new'),
      guard: { only: [askForAccounts] },
      load: async () => ({ Page: (await import('./request-page.tsx')).RequestPage }),
    },
  ],
  rail: [
    {
      id: 'requests',
      section: 'administration',
      order: 3,
      label: () => label('requests'),
      icon: IconInbox,
      guard: { only: [readEveryAccountRequest] },
      to: () => accountRequestsPath(),
      useCount: useNewCount,
    },
    {
      id: 'account-requests',
      section: 'account',
      order: 4,
      label: () => label('asked'),
      icon: IconInbox,
      guard: { only: ['MANAGER'], except: [readEveryAccountRequest] },
      to: () => accountRequestsPath(),
    },
  ],
  parts: [partAt(homeActions, 'request-account', RequestAccountButton)],
  actions: [
    {
      id: 'ask-for-account',
      label: () => label('new'),
      icon: IconFilePlus,
      guard: { only: [askForAccounts] },
      run: ({ go }) => go(newAccountRequestPath()),
    },
  ],
}

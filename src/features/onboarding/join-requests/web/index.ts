import { everyVendorRole } from '#features/access/roles/contract.ts'
import { welcomeParts } from '#features/users/users/web/index.ts'
import { IconUserPlus } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { partAt } from '#kit/web/parts.tsx'
import { reviewJoinRequests } from '../contract/join-request.ts'
import { accountJoinRequestsPath, joinLandingPath, joinRequestsPath } from '../paths.ts'
import { label } from './label.ts'
import { useJoinCount } from './use-join-count.ts'

const AskToJoin = lazyNamed(() => import('./join-request-form.tsx'), 'AskToJoin')

const deciding = { only: [reviewJoinRequests] }
const load = async () => ({ Page: (await import('./joins-page.tsx')).JoinsPage })

/** Join requests, for the deciders. */
export const joinRequestsWeb: FeatureWeb = {
  name: 'join-requests',
  pages: [
    { path: joinRequestsPath, label: () => label('joins'), guard: deciding, load },
    { path: accountJoinRequestsPath, label: () => label('joins'), guard: deciding, load },
    { path: joinLandingPath, label: () => label('landing'), guard: deciding, load },
  ],
  parts: [partAt(welcomeParts, 'ask-to-join', AskToJoin)],
  rail: [
    {
      id: 'admin-joins',
      section: 'administration',
      order: 4,
      label: () => label('joins'),
      icon: IconUserPlus,
      guard: { only: [reviewJoinRequests], except: ['MANAGER'] },
      to: () => joinRequestsPath(),
      useCount: useJoinCount,
    },
    {
      id: 'account-joins',
      section: 'account',
      order: 2,
      label: () => label('joins'),
      icon: IconUserPlus,
      guard: { only: ['MANAGER'], except: everyVendorRole.map(({ role }) => role) },
      to: (account) => account && accountJoinRequestsPath({ account }),
      useCount: useJoinCount,
    },
  ],
}

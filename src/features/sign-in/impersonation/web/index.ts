import { impersonateUsers, readImpersonations } from '#features/access/sessions/contract.ts'
import { userActions } from '#features/users/user-pages/web/index.ts'
import { texts } from '#kit/contract/texts.ts'
import { IconEye, IconUserShare } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { partAt } from '#kit/web/parts.tsx'
import { accountImpersonationsPath, impersonationsPath } from '../paths.ts'
import { ImpersonationListener } from './impersonation-listener.tsx'
import { openImpersonateDialog } from './impersonation-target.ts'

const { text: label } = texts('impersonation', {
  actAs: 'Impersonate a user',
  actAsWords: 'impersonate user',
  record: 'Vendor access',
})

export { ImpersonationBar } from './impersonation-bar.tsx'
export { openImpersonateDialog } from './impersonation-target.ts'

const guard = { only: [readImpersonations] }
const load = async () => ({ Page: (await import('./record-page.tsx')).RecordPage })

const ImpersonateButton = lazyNamed(() => import('./impersonate-button.tsx'), 'ImpersonateButton')

/** Impersonation: the dialog on every page, and the record that the customer reads. */
export const impersonationWeb: FeatureWeb = {
  name: 'impersonation',
  pages: [
    { path: impersonationsPath, label: () => label('record'), guard, load },
    { path: accountImpersonationsPath, label: () => label('record'), guard, load },
  ],
  rail: [
    {
      id: 'impersonations',
      section: 'administration',
      order: 1,
      parent: 'users',
      label: () => label('record'),
      icon: IconEye,
      guard: { ...guard, except: ['MANAGER'] },
      to: () => impersonationsPath(),
    },
    {
      id: 'account-impersonations',
      section: 'account',
      order: 2,
      label: () => label('record'),
      icon: IconEye,
      guard,
      to: (account) => account && accountImpersonationsPath({ account }),
    },
  ],
  actions: [
    {
      id: 'impersonate',
      label: () => label('actAs'),
      words: () => label('actAsWords'),
      icon: IconUserShare,
      guard: { only: [impersonateUsers] },
      run: () => openImpersonateDialog(null),
    },
  ],
  parts: [partAt(userActions, 'impersonate', ImpersonateButton)],
  Listener: ImpersonationListener,
}

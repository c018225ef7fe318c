import { texts } from '#kit/contract/texts.ts'
import { IconUserMinus } from '#kit/web/icons/icons.generated.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { configureDeletion } from '../contract/deletion-permissions.ts'
import { userDeletionPath } from '../paths.ts'

const { text: label } = texts('user-deletion', {
  page: 'Deletion',
})

export { OwnedItemsCard } from './lazy-owned-items-card.ts'

const guard = { only: [configureDeletion] }

/** User deletion: the rule, the candidates, and what they would leave behind. */
export const userDeletionWeb: FeatureWeb = {
  name: 'user-deletion',
  pages: [
    {
      path: userDeletionPath,
      label: () => label('page'),
      guard,
      load: async () => ({ Page: (await import('./deletion-page.tsx')).DeletionPage }),
    },
  ],
  rail: [
    {
      id: 'user-deletion',
      section: 'administration',
      order: 2,
      parent: 'users',
      label: () => label('page'),
      icon: IconUserMinus,
      guard,
      to: () => userDeletionPath(),
    },
  ],
}

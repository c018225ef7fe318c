import { lazyNamed } from '#kit/web/lazy-named.ts'

/** The owned items card, whose chunk loads with the first page that shows it. */
export const OwnedItemsCard = lazyNamed(() => import('./owned-items-card.tsx'), 'OwnedItemsCard')

import { lazy } from 'react'

/** The owned items card, whose chunk loads with the first page that shows it. */
export const OwnedItemsCard = lazy(() =>
  import('./owned-items-card.tsx').then((part) => ({ default: part.OwnedItemsCard })),
)

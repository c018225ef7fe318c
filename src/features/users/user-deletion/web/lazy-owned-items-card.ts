import { lazy } from 'react'

/** The dossier, whose chunk comes with the first page that shows it. */
export const OwnedItemsCard = lazy(() =>
  import('./owned-items-card.tsx').then((part) => ({ default: part.OwnedItemsCard })),
)

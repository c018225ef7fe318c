import { lazy } from 'react'

/** What roles do not give, whose chunk comes with the first page that shows it. */
export const MissingRights = lazy(() =>
  import('./missing-permissions.tsx').then((part) => ({ default: part.MissingRights })),
)

import { lazy } from 'react'

/** The missing permissions, whose chunk loads with the first page that shows them. */
export const MissingPermissions = lazy(() =>
  import('./missing-permissions.tsx').then((part) => ({ default: part.MissingPermissions })),
)

import { lazy } from 'react'

/** Who can grant the missing permission, and the button to request it. */
export const RequestAccessButton = lazy(() =>
  import('./request-access-button.tsx').then(({ RequestAccessButton }) => ({ default: RequestAccessButton })),
)

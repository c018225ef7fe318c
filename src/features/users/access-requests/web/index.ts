import { lazy } from 'react'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { AccessListener } from './access-listener.tsx'

/** Who can give the right that is missing, and the way to ask them. */
export const RequestAccessButton = lazy(() =>
  import('./request-access-button.tsx').then(({ RequestAccessButton: WayIn }) => ({ default: WayIn })),
)

/** Hears, on every page, who asks for a role that one can give. */
export const accessRequestsWeb: FeatureWeb = { name: 'access-requests', pages: [], Listener: AccessListener }

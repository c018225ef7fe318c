import { lazyNamed } from '#kit/web/lazy-named.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { AccessListener } from './access-listener.tsx'

/** Who can grant the missing permission, and the button to request it. */
export const RequestAccessButton = lazyNamed(() => import('./request-access-button.tsx'), 'RequestAccessButton')

/** Listens, on every page, for requests for roles that the user can grant. */
export const accessRequestsWeb: FeatureWeb = { name: 'access-requests', pages: [], Listener: AccessListener }

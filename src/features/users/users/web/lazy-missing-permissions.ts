import { lazyNamed } from '#kit/web/lazy-named.ts'

/** The missing permissions, whose chunk loads with the first page that shows them. */
export const MissingPermissions = lazyNamed(() => import('./missing-permissions.tsx'), 'MissingPermissions')

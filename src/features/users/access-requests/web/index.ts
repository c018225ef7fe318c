import { lazyNamed } from '#kit/web/lazy-named.ts'

/** Who can grant the missing permission, and the button to request it. */
export const RequestAccessButton = lazyNamed(() => import('./request-access-button.tsx'), 'RequestAccessButton')

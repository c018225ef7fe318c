import { lazyNamed } from '#kit/web/lazy-named.ts'

/** The card that switches notifications of the browser on and off, with code of its own. */
export const PushCard = lazyNamed(() => import('./push-card.tsx'), 'PushCard')

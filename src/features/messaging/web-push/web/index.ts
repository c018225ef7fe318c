import { lazy } from 'react'

/** The card that switches notifications of the browser on and off, with code of its own. */
export const PushCard = lazy(async () => ({ default: (await import('./push-card.tsx')).PushCard }))

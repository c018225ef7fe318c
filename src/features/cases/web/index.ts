import { lazy } from 'react'

export { CaseBadge } from './case-badge.tsx'

/** A short look into a case, in a chunk of its own; wants a `Suspense` round it. */
export const CasePeek = lazy(async () => ({ default: (await import('./case-peek.tsx')).CasePeek }))

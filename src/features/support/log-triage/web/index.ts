import { lazyNamed } from '#kit/web/lazy-named.ts'

/** What was found in an attachment; in a chunk of its own, needs a `Suspense` around it. */
export const LogNotes = lazyNamed(() => import('./log-notes.tsx'), 'LogNotes')
/** What the logs of a new case say, for its form; in a chunk of its own, needs a `Suspense` around it. */
export const LogFacts = lazyNamed(() => import('./log-facts.tsx'), 'LogFacts')

import { lazy } from 'react'

/** What was found in an attachment; in a chunk of its own, needs a `Suspense` around it. */
export const LogNotes = lazy(async () => ({ default: (await import('./log-notes.tsx')).LogNotes }))
/** What the logs of a new case say, for its form; in a chunk of its own, needs a `Suspense` around it. */
export const LogFacts = lazy(async () => ({ default: (await import('./log-facts.tsx')).LogFacts }))

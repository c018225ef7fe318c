import { lazy } from 'react'

/** The fields of a template's user inputs, loaded with the page that shows them. */
export const InputFields = lazy(async () => ({ default: (await import('./input-fields.tsx')).InputFields }))

import type { Place } from '#kit/web/parts.tsx'
import type { Outage } from '../contract.ts'

/** Sections at the end of the page of an outage. */
export const outageSections: Place<{ outage: Outage; staff: boolean }> = { name: 'outage-sections' }

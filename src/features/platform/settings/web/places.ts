import type { Place } from '#kit/web/parts.tsx'

/** Sections of the page of the portal's settings, below the settings themselves. */
export const settingSections: Place = { name: 'portal-setting-sections' }

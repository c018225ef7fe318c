import type { Place } from '#kit/web/parts.tsx'

/**
 * Sections of the page of the portal's settings, below the settings themselves. A section that has not all words of
 * `search` (`matchesWords`) shows nothing; each saves alone.
 */
export const settingSections: Place<{ search: string }> = { name: 'portal-setting-sections' }

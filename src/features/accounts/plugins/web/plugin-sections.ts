import type { Place } from '#kit/web/parts.tsx'

/** The place for what features add to the page of a plugin. */
export const pluginSections: Place<{ name: string; account: string }> = { name: 'plugin-sections' }

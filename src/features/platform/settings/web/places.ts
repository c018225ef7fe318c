/** Sections of the page of the portal's settings, below the settings themselves. */
export const settingSections = 'portal-setting-sections'

/** Two of the kinds of licenses are known from lists; `OTHER` is for all else, and for components that state none. */
export const licenseKinds = ['PERMISSIVE', 'COPYLEFT', 'OTHER'] as const

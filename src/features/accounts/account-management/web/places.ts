import type { Place } from '#kit/web/parts.tsx'

/** Above the limits on the page of an account. */
export const accountLimits: Place = { name: 'account-limits' }

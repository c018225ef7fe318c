import type { Place } from '#kit/web/parts.tsx'

/** Above the releases of an account. */
export const releasesHead: Place<{ account: string }> = { name: 'releases-head' }

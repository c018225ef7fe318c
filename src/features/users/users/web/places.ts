import type { Place } from '#kit/web/parts.tsx'

/** What a user without a role can do; a part calls `onChange` when the user may have got one. */
export const welcomeParts: Place<{ onChange: () => void }> = { name: 'welcome' }

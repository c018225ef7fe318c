import type { FeatureWeb } from '#kit/web/pages.ts'
import { RightsListener } from './permissions-listener.tsx'

export { RoleMatrix } from './lazy-role-matrix.ts'

/** Hears, on every page, that one's rights changed. */
export const roleGrantsWeb: FeatureWeb = { name: 'role-grants', pages: [], Listener: RightsListener }

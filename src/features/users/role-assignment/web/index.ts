import type { FeatureWeb } from '#kit/web/pages.ts'
import { PermissionsListener } from './permissions-listener.tsx'

export { RoleMatrix } from './lazy-role-matrix.ts'

/** Listens, on every page, for changes of the user's permissions. */
export const roleGrantsWeb: FeatureWeb = { name: 'role-grants', pages: [], Listener: PermissionsListener }

import { lazyNamed } from '#kit/web/lazy-named.ts'

/** The role matrix, whose chunk loads with the first page that shows it. */
export const RoleMatrix = lazyNamed(() => import('./role-matrix.tsx'), 'RoleMatrix')

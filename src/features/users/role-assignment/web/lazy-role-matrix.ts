import { lazy } from 'react'

/** The role matrix, whose chunk loads with the first page that shows it. */
export const RoleMatrix = lazy(() => import('./role-matrix.tsx').then((part) => ({ default: part.RoleMatrix })))

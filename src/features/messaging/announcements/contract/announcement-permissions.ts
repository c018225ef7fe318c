import { assigned, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** The roles that write announcements. */
const authors = [roles('ADMIN', 'HARMONIC_MANAGER', 'HARMONIC_TAC_MANAGER', 'HARMONIC_NOC'), assigned('HARMONIC_CSM')]

/** Write, deliver and withdraw announcements; customer-success managers for their assigned accounts alone. */
export const manageAnnouncements = permission('announcement:manage', 'Write and deliver announcements', ...authors)
/** Set up the categories of announcements. */
export const manageCategories = permission('announcement:category', 'Edit categories of announcements', ...authors)

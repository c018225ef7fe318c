import { permission } from '#kit/contract/permission.ts'
import { authors } from './announcement-permissions.ts'

/** Set up the categories of announcements. */
export const manageCategories = permission('announcement:category', ...authors)

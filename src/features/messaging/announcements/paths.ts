import { pagePath } from '#kit/contract/page-path.ts'

/** The announcements. */
export const announcementsPath = pagePath('/admin/announcements')

/** The events that send announcements. */
export const announcementEventsPath = pagePath('/admin/announcements/events')

/** The categories of announcements. */
export const categoriesPath = pagePath('/admin/announcements/categories')

/** An announcement; `new` makes one. */
export const announcementPath = pagePath('/admin/announcements/$announcementId', ['title', 'message', 'account'])

/** The notifications of the signed-in user. */
export const notificationsPath = pagePath('/me/notifications', ['id', 'tab'])

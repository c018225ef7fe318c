import { texts } from '#kit/contract/texts.ts'

/** Labels of the pages and navigation items of announcements. */
export const { useText: useLabel, text: label } = texts('announcements', {
  announcements: 'Announcements',
  announcement: 'Announcement',
  events: 'Events that announce',
  categories: 'Categories of announcements',
  inbox: 'Notifications',
})
